package import RatchetDependencies

/// The shape of an effect, without the type of its actions.
///
/// Decisions that do not depend on that type are made by code that is not generic: it runs several
/// times as fast as generic code that the compiler cannot specialize for the user's types. An
/// effect is entered and released level by level, each of which takes stack; hundreds fit. A leaf,
/// which is what most effects are, takes no box.
package enum EffectTree: Sendable {
  case none
  case leaf(EffectLeaf)
  indirect case cancel(AnyID)
  /// A change of a shared value.
  indirect case change(any AnySharedChange)
  /// An action was sent to an absent child.
  indirect case absent(AbsentChild)
  case merge([EffectTree])
  case concatenate([EffectTree])
  indirect case cancellable(EffectTree, id: AnyID, cancelInFlight: Bool)
  /// Belongs to a child feature.
  indirect case scoped(EffectTree, PathComponent)
  /// Runs under other dependencies than the store's.
  indirect case dependent(EffectTree, DependencyValues)
  /// Belongs to a presented feature; `dismiss` sends the action that removes the feature.
  indirect case presented(EffectTree, dismiss: EffectLeaf)
  /// Starts later, or never.
  indirect case timed(EffectTree, EffectTiming)
  /// The effect of a reducer whose declarations have no effect, which is reported.
  indirect case reducedByHand(EffectTree, HandReduction)

  /// The effects that it holds.
  var parts: [EffectTree] {
    switch self {
    case .none, .leaf, .cancel, .change, .absent: []
    case .merge(let trees), .concatenate(let trees): trees
    case .cancellable(let tree, _, _), .scoped(let tree, _), .dependent(let tree, _),
      .presented(let tree, _), .timed(let tree, _), .reducedByHand(let tree, _):
      [tree]
    }
  }

  /// The same with other effects in it.
  func replacingParts(_ replace: (EffectTree) -> EffectTree) -> EffectTree {
    switch self {
    case .none, .leaf, .cancel, .change, .absent: self
    case .merge(let trees): .merge(trees.map(replace))
    case .concatenate(let trees): .concatenate(trees.map(replace))
    case .cancellable(let tree, let id, let cancelInFlight):
      .cancellable(replace(tree), id: id, cancelInFlight: cancelInFlight)
    case .scoped(let tree, let component): .scoped(replace(tree), component)
    case .dependent(let tree, let values): .dependent(replace(tree), values)
    case .presented(let tree, let dismiss): .presented(replace(tree), dismiss: dismiss)
    case .timed(let tree, let timing): .timed(replace(tree), timing)
    case .reducedByHand(let tree, let misuse): .reducedByHand(replace(tree), misuse)
    }
  }

  /// The same with other leaves.
  func replacingLeaves(_ replace: (EffectLeaf) -> EffectLeaf) -> EffectTree {
    switch self {
    case .leaf(let leaf): .leaf(replace(leaf))
    case .presented(let tree, let dismiss):
      .presented(tree.replacingLeaves(replace), dismiss: replace(dismiss))
    default: replacingParts { $0.replacingLeaves(replace) }
    }
  }

  /// Those that run at the same time, in order.
  var merged: [EffectTree] { if case .merge(let trees) = self { trees } else { [self] } }

  /// Those that run one after the other, in order.
  var concatenated: [EffectTree] {
    if case .concatenate(let trees) = self { trees } else { [self] }
  }
}
