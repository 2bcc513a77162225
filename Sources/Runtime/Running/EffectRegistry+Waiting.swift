// Lists what begins later: the parts of a sequence (`concatenate`) whose turn has not come, and
// what a debounce or a throttle delays. The ids of these are known when the tree is entered, so a
// cancel reaches them from then on, as does the removal of their feature.

extension EffectRegistry {
  /// Lists all that a tree would do as waiting in the innermost of the context's holders, a
  /// sequence or a delay; returns the tree with the entries.
  func list(_ tree: EffectTree, _ context: EffectContext) -> EffectTree {
    guard loop != nil, let holder = context.holders.last else { return .none }
    var inside = context
    switch tree {
    case .leaf, .cancel, .change, .absent:
      let node = ledger.enter(
        .effect, under: holder, ids: context.ids, path: context.path, isWaiting: true)
      guard let node else { return .none }
      if case .leaf(let leaf) = tree {
        let effect = RunningEffect(node, leaf, context, in: self)
        effects[node] = effect
        if !ledger.isDelayed(node) { describe(effect, in: context) }
      }
      return .waiting(tree, node)
    case .waiting(_, let node): ledger.move(node, under: holder, ids: context.ids)
    case .cancellable(_, let id, _): inside.add(id)
    case .timed(_, let timing): inside.add(timing.id)
    case .scoped(_, let component):
      inside.path = ledger.descend(component, from: context.path)
    case .dependent(_, let values): inside.dependencies = values
    case .presented(_, let presentation, let dismiss): inside.present(presentation, dismiss)
    case .none, .merge, .concatenate, .reducedByHand: break
    }
    let listed = tree.replacingParts { list($0, inside) }
    if inside.path != context.path { ledger.leave(inside.path) }
    return listed
  }

  /// Begins what has waited, unless it was cancelled meanwhile.
  func begin(_ tree: EffectTree, _ node: Ledger.Node, _ context: EffectContext) {
    if let effect = effects[node] {
      ledger.move(node, under: context.parent, ids: context.ids, isWaiting: false)
      begin(effect, context)
    } else if ledger.contains(node) {
      _ = ledger.end(node)
      add(tree, context)
    }
  }

  /// Whether a tree has something to do: not if all of it was cancelled while it waited.
  func isLeft(_ tree: EffectTree) -> Bool {
    let waiting = tree.waiting
    return waiting.isEmpty || waiting.contains { ledger.contains($0) }
  }
}
