import RatchetDependencies

// Enters effects: lists what a reducer returned in the ledger, before anything starts. `Core` calls
// `enter` for each action that returned an effect.
//
// A cascade is everything that follows from one action. A sequence holds the parts of
// `concatenate`: its next part is due, and entered, when nothing of the previous one is left.

extension EffectRegistry {
  /// Enters what an action returned into the action's cascade, or into a new one.
  func enter(
    _ tree: EffectTree, cause: any Sendable, in cascade: Cascade?, sender: RunningEffect?
  ) -> Cascade? {
    if loop == nil { return cascade }
    // Held open meanwhile: a cancel in the tree may end everything in the cascade before the rest
    // of the tree is entered.
    let cascade = hold(cascade)
    enter(tree, EffectContext(cascade: cascade, cause: cause, sender: sender))
    release(cascade)
    releaseUnused()
    return cascade
  }

  /// Enters a tree of effects into the ledger, so that each can be cancelled before it begins.
  ///
  /// Called by the method above, for a subscription that starts, and for a debounced or throttled
  /// effect whose wait is over.
  ///
  /// Cancels take effect here, in the order in which they were returned. Called while the store
  /// queues actions, so that user code called from here cannot have one reduced in between.
  func enter(_ tree: EffectTree, _ context: EffectContext) {
    let wasEntering = exchange(&isEntering, with: true)
    add(tree, context)
    continueDue()
    isEntering = wasEntering
  }

  /// Enters the next part of each sequence that is due, and of those that this makes due; called
  /// after a change that has entered no tree itself, such as a cancel.
  func enterDue() {
    let wasEntering = exchange(&isEntering, with: true)
    continueDue()
    isEntering = wasEntering
  }

  func add(_ tree: EffectTree, _ context: EffectContext) {
    // If a cancel has ended the current part of a sequence, the next part is entered before the
    // effects that follow the cancel in the tree.
    continueDue()
    switch tree {
    case .none: break
    case .leaf(let leaf): add(leaf, context)
    case .cancel(let id): cancel(id: id, context)
    case .change(let change): loop?.make(change, under: context.dependencies ?? dependencies)
    case .absent(let child): report(child, context)
    case .merge(let trees): for tree in trees { add(tree, context) }
    case .concatenate(let parts): add(sequence: parts, context)
    case .cancellable(let tree, let id, let cancelInFlight):
      if cancelInFlight, isLeft(tree) { cancel(id: id, context) }
      add(tree, context.adding(id))
    case .scoped(let tree, let component):
      var inner = context
      inner.path = ledger.descend(component, from: context.path)
      add(tree, inner)
      ledger.leave(inner.path)
    case .dependent(let tree, let values):
      var inner = context
      inner.dependencies = values
      add(tree, inner)
    case .presented(let tree, let presentation, let dismiss):
      var inner = context
      inner.present(presentation, dismiss)
      add(tree, inner)
    case .timed(let tree, let timing): if isLeft(tree) { add(tree, timing, context) }
    case .waiting(let tree, let node): begin(tree, node, context)
    case .reducedByHand(let tree, let misuse):
      report(misuse, context)
      add(tree, context)
    }
  }

  /// Enters an effect as pending (listed, but not started), unless its parent (a cascade or a
  /// sequence) has been cancelled; returns its entry in the ledger.
  @discardableResult
  func add(_ leaf: EffectLeaf, _ context: EffectContext) -> Ledger.Node? {
    guard loop != nil,
      let node = ledger.enter(.effect, under: context.parent, ids: context.ids, path: context.path)
    else { return nil }
    let effect = RunningEffect(node, leaf, context, in: self)
    effects[node] = effect
    begin(effect, context)
    return node
  }

  /// Puts an effect that the ledger lists into the queue of those that start.
  func begin(_ effect: RunningEffect, _ context: EffectContext) {
    describe(effect, in: context)
    pending.append(effect)
  }

  /// Describes an effect for the observers of the store, if there are any.
  func describe(_ effect: RunningEffect, in context: EffectContext) {
    if observation == nil { return }
    effect.description = describe(effect, sender: context.sender?.description?.id)
  }

  /// Reports an action for a child that is not in the state.
  private func report(_ child: ActionForAbsentChild, _ context: EffectContext) {
    let path = ledger.path(at: context.path) + [child.component]
    let text = child.text(
      action: context.cause, path: path, sender: context.sender.map { "effect \($0.title)" })
    let origin = context.sender?.origin ?? child.component.step.origin
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }

  private func report(_ misuse: DirectReducerCall, _ context: EffectContext) {
    guard reducedByHand.insert(misuse.reducer).inserted else { return }
    let text = misuse.text(context.cause)
    let feature = ledger.path(at: context.path).last?.step.origin
    guard let origin = misuse.origin ?? feature ?? context.sender?.origin else {
      return RatchetDependencies.report(text)
    }
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }

  // MARK: - Sequences

  /// What has not begun: the parts of a sequence, or what a debounce or a throttle delays.
  final class Remainder {
    /// In reverse order: the last part is entered next.
    fileprivate(set) var parts: [EffectTree]
    let context: EffectContext
    var cascade: Cascade { context.cascade }
    /// Whether a part is being entered: what ends or is cancelled in it meanwhile must not enter
    /// the next part.
    fileprivate var isEntering = false

    init(_ parts: [EffectTree], _ context: EffectContext) {
      self.parts = parts.reversed()
      self.context = context
    }
  }

  /// Enters a sequence, lists its parts as waiting, and enters the first one.
  private func add(sequence parts: [EffectTree], _ context: EffectContext) {
    guard
      let node = ledger.enter(
        .sequence, under: context.parent, ids: context.ids, path: context.path)
    else { return }
    var inside = context
    inside.parent = node
    inside.ids = []
    inside.holders.append(node)
    remainders[node] = Remainder(parts.map { list($0, inside) }, inside)
    addNextPart(of: node)
  }

  /// Enters the next part of a sequence, or removes the sequence if it has none left or was
  /// cancelled; called when nothing of the current part is left.
  func advance(_ sequence: Ledger.Node) {
    due.append(sequence)
    advanceDue()
  }

  /// Enters the next part of each sequence that is due; does nothing while effects are being
  /// entered, because `enter` also does this.
  func advanceDue() {
    if isEntering || due.isEmpty { return }
    loop?.update { enterDue() }
  }

  /// Does the work of `enterDue`, while `isEntering` is set.
  private func continueDue() {
    while !due.isEmpty {
      for sequence in exchange(&due, with: []) { addNextPart(of: sequence) }
    }
  }

  /// Enters the next parts of a sequence, if it is due, up to a part that does not end at once.
  private func addNextPart(of sequence: Ledger.Node) {
    guard let remainder = remainders[sequence], !remainder.isEntering else { return }
    while ledger.isLive(sequence) {
      if ledger.hasChildren(sequence) { return }
      guard let part = remainder.parts.popLast() else {
        remainders[sequence] = nil
        return end(sequence: sequence, in: remainder.cascade)
      }
      remainder.isEntering = true
      add(part, remainder.context)
      remainder.isEntering = false
    }
    remainders[sequence] = nil
  }

  /// Removes a sequence without remaining parts.
  private func end(sequence: Ledger.Node, in cascade: Cascade) {
    switch ledger.end(sequence) {
    case .nothing: break
    case .advance(let outer): addNextPart(of: outer)
    case .closed: close(cascade)
    }
  }
}
