// Lists what begins later: the parts of a sequence (`concatenate`) whose turn has not come, and
// what a debounce or a throttle delays. These are listed under their ids and their feature when a
// reducer returns them: from then on, a cancel or the removal of the feature reaches them.

extension EffectRegistry {
  /// Lists each leaf, cancel, change, and report of a tree as waiting in the innermost sequence or
  /// delay around it.
  ///
  /// - Returns: The tree with each of these wrapped in `.waiting`, with its entry.
  func list(_ tree: EffectTree, _ context: EffectContext) -> EffectTree {
    guard loop != nil, let parent = context.enclosing.last else { return .none }
    switch tree {
    case .leaf, .cancel, .change, .absent:
      if !parent.isLive { return .none }
      let entry =
        if case .leaf(let leaf) = tree {
          RunningEffect(leaf, context, in: self)
        } else {
          InFlight(.effect, context, nextSerial())
        }
      insert(entry, under: parent, isWaiting: true)
      // Observers see the wait in place of a delayed effect.
      if let effect = entry as? RunningEffect, !effect.isDelayed { describe(effect, in: context) }
      return .waiting(tree, entry)
    case .waiting(_, let entry):
      // Listed before, in a sequence around a delay or the reverse.
      move(entry, under: parent, ids: context.ids, isWaiting: true)
    case .none, .merge, .concatenate, .cancellable, .scoped, .dependent, .presented, .timed,
      .reducedByHand:
      break
    }
    let inside = inside(tree, context)
    return tree.replacingParts { list($0, inside) }
  }

  /// Begins what has waited, unless it was cancelled meanwhile.
  func beginWaiting(_ tree: EffectTree, _ entry: InFlight, _ context: EffectContext) {
    if entry.phase == .ended { return }
    if let effect = entry as? RunningEffect {
      move(effect, under: context.parent, ids: context.ids, isWaiting: false)
      addPending(effect, context)
    } else {
      // A cancel, a change, or a report: done now, without an entry of its own.
      _ = remove(entry)
      addTree(tree, context)
    }
  }

  /// Whether a tree has something to do: not if it was listed as waiting and all of it was
  /// cancelled.
  func hasWork(_ tree: EffectTree) -> Bool {
    let waiting = tree.waiting
    return waiting.isEmpty || waiting.contains { $0.phase != .ended }
  }
}
