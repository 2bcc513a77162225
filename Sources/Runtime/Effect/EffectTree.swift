/// The shape of an effect, without the type of its actions.
///
/// What does not depend on that type is decided by code that is not generic: it runs several times as fast
/// as generic code that the compiler cannot specialize for the user's types.
package enum EffectTree: Sendable {
  case none
  case leaf(any EffectLeaf)
  case merge([EffectTree])
  case concatenate([EffectTree])
  indirect case cancel(AnyID)
  indirect case cancellable(EffectTree, id: AnyID, cancelInFlight: Bool)

  /// The same shape with other leaves.
  func map(_ transform: (any EffectLeaf) -> any EffectLeaf) -> EffectTree {
    switch self {
    case .none, .cancel: return self
    case .leaf(let leaf): return .leaf(transform(leaf))
    case .merge(let trees): return .merge(trees.map { $0.map(transform) })
    case .concatenate(let trees): return .concatenate(trees.map { $0.map(transform) })
    case .cancellable(let tree, let id, let cancelInFlight):
      return .cancellable(tree.map(transform), id: id, cancelInFlight: cancelInFlight)
    }
  }
}
