import RatchetDependencies

// Registers effects: lists what a reducer returned as in flight, before anything starts. `Core`
// calls `register` for each action that returned an effect.
//
// A cascade is everything that follows from one action. A sequence has the parts of `concatenate`:
// its next part is due when nothing of the previous one is left.
//
// `register` and `registerDue` begin the work and set `isRegistering`; `registerPart`,
// `continueDue`, and `addNextPart` do it; `advanceDue` continues sequences later.

extension EffectRegistry {
  /// Registers what an action returned in the action's cascade, or into a new one.
  func register(
    _ tree: EffectTree, cause: any Sendable, in cascade: Cascade?, sender: RunningEffect?
  ) -> Cascade? {
    if loop == nil { return cascade }
    // Held open meanwhile: a cancel in the tree may end everything in the cascade before the rest
    // of the tree is registered.
    let cascade = hold(cascade)
    register(tree, EffectContext(cascade: cascade, cause: cause, sender: sender))
    release(cascade)
    releaseUnused()
    return cascade
  }

  /// Registers a tree of effects, so that each can be cancelled before it begins.
  ///
  /// Called by the method above, for a subscription that starts, and for a debounced or throttled
  /// effect whose wait is over.
  ///
  /// Cancels take effect here, in the order in which they were returned. Called while the store
  /// queues actions, so that user code called from here cannot have one reduced in between.
  func register(_ tree: EffectTree, _ context: EffectContext) {
    registerDue { registerPart(tree, context) }
  }

  /// Registers the next part of each sequence that is due, and of those that this makes due; first
  /// calls a closure, which may also register effects.
  func registerDue(after body: () -> Void = {}) {
    let wasRegistering = exchange(&isRegistering, with: true)
    body()
    continueDue()
    isRegistering = wasRegistering
  }

  /// Registers a tree of effects, or a part of one, while `isRegistering` is set.
  func registerPart(_ tree: EffectTree, _ context: EffectContext) {
    // If a cancel has ended the current part of a sequence, the next part is registered before the
    // effects that follow the cancel in the tree.
    continueDue()
    switch tree {
    case .none: break
    case .leaf(let leaf): addLeaf(leaf, context)
    case .cancel(let id): cancel(id: id, context)
    case .change(let change): loop?.make(change, under: context.dependencies ?? dependencies)
    case .absent(let child): report(child, context)
    case .merge(let trees): for tree in trees { registerPart(tree, context) }
    case .concatenate(let parts): addSequence(of: parts, context)
    case .cancellable(let part, let id, let cancelInFlight):
      if cancelInFlight, hasWork(part) { cancel(id: id, context) }
      registerPart(part, inside(tree, context))
    case .scoped(let part, _), .dependent(let part, _), .presented(let part, _, _):
      registerPart(part, inside(tree, context))
    case .timed(let tree, let timing): if hasWork(tree) { addDelayed(tree, timing, context) }
    case .waiting(let tree, let entry): beginWaiting(tree, entry, context)
    case .reducedByHand(let tree, let misuse):
      report(misuse, context)
      registerPart(tree, context)
    }
  }

  /// The context of the trees directly inside a tree.
  func inside(_ tree: EffectTree, _ context: EffectContext) -> EffectContext {
    var inside = context
    switch tree {
    case .cancellable(_, let id, _): inside.add(id)
    case .timed(_, let timing): inside.add(timing.id)
    case .scoped(_, let component):
      inside.feature = context.feature.child(component)
      // `releaseUnused` removes the feature if nothing is registered in it.
      idle.append(inside.feature)
    case .dependent(_, let values): inside.dependencies = values
    case .presented(_, let presentation, let dismiss): inside.present(presentation, dismiss)
    case .none, .leaf, .cancel, .change, .absent, .merge, .concatenate, .waiting, .reducedByHand:
      break
    }
    return inside
  }

  /// Adds an effect as pending (listed, but not started), unless its parent (a cascade or a
  /// sequence) has been cancelled; returns it.
  @discardableResult
  func addLeaf(_ leaf: EffectLeaf, _ context: EffectContext) -> RunningEffect? {
    guard loop != nil, context.parent.isLive else { return nil }
    let effect = RunningEffect(leaf, context, in: self)
    insert(effect, under: context.parent)
    addPending(effect, context)
    return effect
  }

  /// Puts an effect that is listed into the queue of those that start.
  func addPending(_ effect: RunningEffect, _ context: EffectContext) {
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
    let path = context.feature.path + [child.component]
    let text = child.text(
      action: context.cause, path: path, sender: context.sender.map { "effect \($0.title)" })
    let origin = context.sender?.origin ?? child.component.attachment.origin
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }

  /// Reports, once for each reducer, that it was called directly instead of by an operator.
  private func report(_ misuse: DirectReducerCall, _ context: EffectContext) {
    guard reducedByHand.insert(misuse.reducer).inserted else { return }
    let text = misuse.text(context.cause)
    let feature = context.feature.component?.attachment.origin
    guard let origin = misuse.origin ?? feature ?? context.sender?.origin else {
      return RatchetDependencies.report(text)
    }
    RatchetDependencies.report(text, fileID: origin.file, line: origin.line)
  }

  // MARK: - Sequences

  /// Adds a sequence, lists its parts as waiting, and registers the first one.
  private func addSequence(of parts: [EffectTree], _ context: EffectContext) {
    if !context.parent.isLive { return }
    let sequence = InFlight(.sequence, context, nextSerial())
    insert(sequence, under: context.parent)
    var inside = context
    inside.parent = sequence
    inside.ids = []
    inside.enclosing.append(sequence)
    sequence.remainder = Remainder(parts.map { list($0, inside) }, inside)
    addNextPart(of: sequence)
  }

  /// Registers the next part of each sequence that is due; does nothing while effects are being
  /// registered, because `register` also does this.
  func advanceDue() {
    if isRegistering || due.isEmpty { return }
    loop?.update { registerDue() }
    releaseUnused()
  }

  /// Does the work of `registerDue`, while `isRegistering` is set.
  private func continueDue() {
    while !due.isEmpty {
      for sequence in exchange(&due, with: []) { addNextPart(of: sequence) }
    }
  }

  /// Registers the next parts of a sequence, if it is due, up to a part that does not end at once.
  private func addNextPart(of sequence: InFlight) {
    guard let remainder = sequence.remainder, !remainder.isRegistering else { return }
    while sequence.isLive {
      if !sequence.members.isEmpty { return }
      guard let part = remainder.next() else {
        sequence.remainder = nil
        return endSequence(sequence)
      }
      remainder.isRegistering = true
      registerPart(part, remainder.context)
      remainder.isRegistering = false
    }
  }

  /// Removes a sequence without remaining parts.
  private func endSequence(_ sequence: InFlight) {
    guard let emptied = remove(sequence) else { return }
    if let cascade = emptied as? Cascade { close(cascade) } else { addNextPart(of: emptied) }
  }
}
