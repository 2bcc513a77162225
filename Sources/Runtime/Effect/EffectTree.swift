package import RatchetDependencies

/// The tree that an `Effect` holds: what to run, send or cancel, without the type of its actions.
///
/// Made by the methods of `Effect`. The effect registry of a store *registers* the tree after each
/// action: it lists the effects as in flight and applies the cancels, in order. A *leaf* is one
/// unit of work.
///
/// The type of the actions is erased because code that is not generic runs several times as fast as
/// generic code that the compiler cannot specialize for the user's types. Registering and releasing
/// a tree are recursive: each level takes stack, and hundreds of levels fit. A leaf, which is what
/// most effects are, is not `indirect`, so it needs no allocation of its own.
package enum EffectTree: Sendable {
  case none
  case leaf(EffectLeaf)
  /// Cancels the effects in flight with an id, in the feature of this tree and below.
  indirect case cancel(AnyID)
  /// A change of a shared value, made by `Effect.change`.
  indirect case change(any AnySharedChange)
  /// No work: reports that an action was sent to an absent child.
  indirect case absent(ActionForAbsentChild)
  case merge([EffectTree])
  case concatenate([EffectTree])
  indirect case cancellable(EffectTree, id: AnyID, cancelInFlight: Bool)
  /// The effect of a child feature, and the step from its parent to the child.
  indirect case scoped(EffectTree, PathComponent)
  /// Runs under other dependencies than the store's.
  indirect case dependent(EffectTree, DependencyValues)
  /// The effect of a presented feature; `dismiss` sends the action that removes the feature.
  indirect case presented(EffectTree, Presentation, dismiss: EffectLeaf)
  /// A debounced or throttled effect: starts later, or never.
  indirect case timed(EffectTree, EffectTiming)
  /// The effect of a reducer that another reducer called directly.
  ///
  /// What the called reducer declares is then lost, which the store reports.
  indirect case reducedByHand(EffectTree, DirectReducerCall)
  /// A tree without parts that begins later, in a `concatenate` or after a delay.
  ///
  /// The registry wraps it in this case and lists the `InFlight` as waiting, so that a cancel
  /// reaches the tree before it begins.
  indirect case waiting(EffectTree, InFlight)

  /// The trees directly inside this one.
  var parts: [EffectTree] {
    switch self {
    case .none, .leaf, .cancel, .change, .absent, .waiting: []
    case .merge(let trees), .concatenate(let trees): trees
    case .cancellable(let tree, _, _), .scoped(let tree, _), .dependent(let tree, _),
      .presented(let tree, _, _), .timed(let tree, _), .reducedByHand(let tree, _):
      [tree]
    }
  }

  /// This tree with each of its parts replaced.
  func replacingParts(_ replace: (EffectTree) -> EffectTree) -> EffectTree {
    switch self {
    case .none, .leaf, .cancel, .change, .absent, .waiting: self
    case .merge(let trees): .merge(trees.map(replace))
    case .concatenate(let trees): .concatenate(trees.map(replace))
    case .cancellable(let tree, let id, let cancelInFlight):
      .cancellable(replace(tree), id: id, cancelInFlight: cancelInFlight)
    case .scoped(let tree, let component): .scoped(replace(tree), component)
    case .dependent(let tree, let values): .dependent(replace(tree), values)
    case .presented(let tree, let presentation, let dismiss):
      .presented(replace(tree), presentation, dismiss: dismiss)
    case .timed(let tree, let timing): .timed(replace(tree), timing)
    case .reducedByHand(let tree, let misuse): .reducedByHand(replace(tree), misuse)
    }
  }

  /// This tree with each leaf replaced, at any depth; used by `Effect.map`.
  func replacingLeaves(_ replace: (EffectLeaf) -> EffectLeaf) -> EffectTree {
    switch self {
    case .leaf(let leaf): .leaf(replace(leaf))
    case .presented(let tree, let presentation, let dismiss):
      .presented(tree.replacingLeaves(replace), presentation, dismiss: replace(dismiss))
    default: replacingParts { $0.replacingLeaves(replace) }
    }
  }

  /// The entries of this tree, at any depth, that the registry has listed as waiting.
  var waiting: [InFlight] {
    if case .waiting(_, let entry) = self { [entry] } else { parts.flatMap(\.waiting) }
  }

  /// The parts of a merge, in order; any other tree alone.
  var merged: [EffectTree] { if case .merge(let trees) = self { trees } else { [self] } }

  /// The parts of a concatenation, in order; any other tree alone.
  var concatenated: [EffectTree] {
    if case .concatenate(let trees) = self { trees } else { [self] }
  }
}
