// Lists what begins later: the parts of a sequence (`concatenate`) whose turn has not come, and
// what a debounce or a throttle delays. The ids of these are known when the tree is registered, so
// a cancel reaches them from then on, as does the removal of their feature.

extension EffectRegistry {
  /// Lists all that a tree would do as waiting in the innermost sequence or delay
  /// around it; returns the tree with the entries.
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
      if let effect = entry as? RunningEffect, !effect.isDelayed { describe(effect, in: context) }
      return .waiting(tree, entry)
    case .waiting(_, let entry):
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
      _ = remove(entry)
      registerPart(tree, context)
    }
  }

  /// Whether a tree has something to do: not if all of it was cancelled while it waited.
  func hasWork(_ tree: EffectTree) -> Bool {
    let waiting = tree.waiting
    return waiting.isEmpty || waiting.contains { $0.phase != .ended }
  }
}
