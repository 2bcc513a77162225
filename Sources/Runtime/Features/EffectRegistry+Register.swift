import RatchetDependencies

// Registers effects: lists what a reducer returned as in flight, before anything starts. The
// store's loop (`Core`) calls `register` for each action that returned an effect.
//
// A *cascade* is everything that follows from one action. A *sequence* has the parts of a
// `concatenate`: its next part is *due* when nothing of the previous one is left.
//
// The `register` methods begin a registration: they set `isRegistering`. The `add` methods do the
// work, and are called while that is set. `continueSequences` registers the parts that become due
// when an effect ends.

extension EffectRegistry {
  /// Registers the effects that an action returned in a cascade, or in a new one if it is `nil`;
  /// returns the cascade.
  func register(
    _ tree: EffectTree, cause: any Sendable, in cascade: Cascade?, sender: RunningEffect?
  ) -> Cascade? {
    // The reducer has released the store.
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
    registerDue { addTree(tree, context) }
  }

  /// Registers the next part of each sequence that is due, and of those that this makes due; first
  /// calls a closure, which may also register effects.
  func registerDue(after body: () -> Void = {}) {
    let wasRegistering = exchange(&isRegistering, with: true)
    body()
    addDueParts()
    isRegistering = wasRegistering
  }

  /// Adds a tree of effects, or a part of one; `context` describes what is around it.
  func addTree(_ tree: EffectTree, _ context: EffectContext) {
    // If a cancel has ended the current part of a sequence, the next part is registered before the
    // effects that follow the cancel in the tree.
    addDueParts()
    switch tree {
    case .none: break
    case .leaf(let leaf): addLeaf(leaf, context)
    case .cancel(let id): cancel(id: id, context)
    case .change(let change): loop?.make(change, under: context.dependencies ?? dependencies)
    case .absent(let child): report(child, context)
    case .merge(let trees): for tree in trees { addTree(tree, context) }
    case .concatenate(let parts): addSequence(of: parts, context)
    case .cancellable(let part, let id, let cancelInFlight):
      // A part that was cancelled while it waited does nothing, not even this cancel (decision 5).
      if cancelInFlight, hasWork(part) { cancel(id: id, context) }
      addTree(part, inside(tree, context))
    case .scoped(let part, _), .dependent(let part, _), .presented(let part, _, _):
      addTree(part, inside(tree, context))
    case .timed(let tree, let timing): if hasWork(tree) { addDelayed(tree, timing, context) }
    case .waiting(let tree, let entry): beginWaiting(tree, entry, context)
    case .reducedByHand(let tree, let misuse):
      report(misuse, context)
      addTree(tree, context)
    }
  }

  /// The context of the trees directly inside a tree, given the context of that tree.
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

  /// Adds an effect as pending (listed, but not started) and returns it, unless its parent (a
  /// cascade or a sequence) was cancelled or the store was released.
  @discardableResult
  func addLeaf(_ leaf: EffectLeaf, _ context: EffectContext) -> RunningEffect? {
    guard loop != nil, context.parent.isLive else { return nil }
    let effect = RunningEffect(leaf, context, in: self)
    insert(effect, under: context.parent)
    addPending(effect, context)
    return effect
  }

  /// Adds a listed effect to the queue from which the store's loop starts effects.
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
    // The sequence has the ids: a cancel of it reaches its parts.
    inside.ids = []
    inside.enclosing.append(sequence)
    sequence.remainder = Remainder(parts.map { list($0, inside) }, inside)
    addNextPart(of: sequence)
  }

  /// Registers the next part of each sequence that is due; called after an effect has ended or was
  /// cancelled.
  ///
  /// Does nothing during a registration, which adds these parts itself.
  func continueSequences() {
    if isRegistering || due.isEmpty { return }
    loop?.update { registerDue() }
    releaseUnused()
  }

  /// Adds the next part of each sequence that is due, and of those that this makes due.
  private func addDueParts() {
    while !due.isEmpty {
      for sequence in exchange(&due, with: []) { addNextPart(of: sequence) }
    }
  }

  /// Adds the next parts of a sequence if nothing of the current one is left, up to a part that
  /// does not end at once, as a cancel does.
  private func addNextPart(of sequence: InFlight) {
    // If a part is being added, the outer call of this method adds the next one.
    guard let remainder = sequence.remainder, !remainder.isRegistering else { return }
    while sequence.isLive {
      if !sequence.members.isEmpty { return }
      guard let part = remainder.next() else {
        sequence.remainder = nil
        return endSequence(sequence)
      }
      remainder.isRegistering = true
      addTree(part, remainder.context)
      remainder.isRegistering = false
    }
  }

  /// Removes a sequence without remaining parts; then closes its cascade, or adds the next part of
  /// the sequence around it, if that has become empty.
  private func endSequence(_ sequence: InFlight) {
    guard let emptied = remove(sequence) else { return }
    if let cascade = emptied as? Cascade { close(cascade) } else { addNextPart(of: emptied) }
  }
}
