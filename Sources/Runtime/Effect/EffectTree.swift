package import RatchetDependencies

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
  /// Of a child feature.
  indirect case scoped(EffectTree, PathComponent)
  /// Runs under other dependencies than those of the store.
  indirect case dependent(EffectTree, DependencyValues)
  /// Of a presented feature, with the action that removes that.
  indirect case presented(EffectTree, dismiss: any EffectLeaf)
  /// Begins later, or not at all.
  indirect case timed(EffectTree, EffectTiming)
  /// An action came for a child that is not there.
  indirect case absent(AbsentChild)

  /// The same shape with other leaves.
  func map(_ transform: (any EffectLeaf) -> any EffectLeaf) -> EffectTree {
    switch self {
    case .none, .cancel, .absent: return self
    case .leaf(let leaf): return .leaf(transform(leaf))
    case .merge(let trees): return .merge(trees.map { $0.map(transform) })
    case .concatenate(let trees): return .concatenate(trees.map { $0.map(transform) })
    case .cancellable(let tree, let id, let cancelInFlight):
      return .cancellable(tree.map(transform), id: id, cancelInFlight: cancelInFlight)
    case .scoped(let tree, let component): return .scoped(tree.map(transform), component)
    case .dependent(let tree, let values): return .dependent(tree.map(transform), values)
    case .presented(let tree, let dismiss):
      return .presented(tree.map(transform), dismiss: transform(dismiss))
    case .timed(let tree, let timing): return .timed(tree.map(transform), timing)
    }
  }
}
