package import RatchetDependencies

/// The shape of an effect, without the type of its actions.
///
/// Decisions that do not depend on that type are made by code that is not generic: it runs several
/// times as fast as generic code that the compiler cannot specialize for the user's types.
package enum EffectTree: Sendable {
  case none
  case leaf(EffectLeaf)
  case cancel(AnyID)
  /// An action was sent to an absent child.
  indirect case absent(AbsentChild)
  /// An effect that holds other effects.
  case node(EffectNode)

  /// An effect that holds others.
  static func of(_ kind: EffectNode.Kind) -> EffectTree { .node(EffectNode(kind)) }
}

/// A node of an effect, which contains other effects.
///
/// An effect may be a million nodes deep, for instance when a loop merges each effect with all the
/// previous ones. So a node is made in constant time, and releasing one does not recurse.
///
/// `@unchecked Sendable` is sound: its contents are Sendable and never change, except in a
/// `deinit`: its own, or that of a parent node that held the only reference to it.
package final class EffectNode: @unchecked Sendable {
  /// What a node does with its children.
  package enum Kind: Sendable {
    case merge([EffectTree])
    case concatenate([EffectTree])
    case cancellable(EffectTree, id: AnyID, cancelInFlight: Bool)
    /// Belongs to a child feature.
    case scoped(EffectTree, PathComponent)
    /// Runs under other dependencies than the store's.
    case dependent(EffectTree, DependencyValues)
    /// Belongs to a presented feature; `dismiss` sends the action that removes the feature.
    case presented(EffectTree, dismiss: EffectLeaf)
    /// Starts later, or never.
    indirect case timed(EffectTree, EffectTiming)
    /// Has the actions of its leaves mapped.
    case mapped(EffectTree, ActionMap)
    /// The effect of a reducer whose declarations have no effect, which is reported.
    case reducedByHand(EffectTree, HandReduction)
  }

  package private(set) var kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  deinit {
    var several: [EffectNode] = []
    var next = takeNodes(&several)
    // Taken out of the variable: a second reference would make the node look shared.
    while var node = next.take() ?? several.popLast() {
      next = isKnownUniquelyReferenced(&node) ? node.takeNodes(&several) : nil
    }
  }

  /// Takes out the child nodes, so that releasing this node does not release them: returns an only
  /// child, and appends several to the list.
  private func takeNodes(_ several: inout [EffectNode]) -> EffectNode? {
    switch kind {
    case .merge(let trees), .concatenate(let trees):
      for case .node(let node) in trees { several.append(node) }
      if !several.isEmpty { kind = .merge([]) }
      return nil
    case .cancellable(let tree, _, _), .scoped(let tree, _), .dependent(let tree, _),
      .presented(let tree, _), .timed(let tree, _), .mapped(let tree, _),
      .reducedByHand(let tree, _):
      guard case .node(let node) = tree else { return nil }
      kind = .merge([])
      return node
    }
  }
}

/// An action that was sent to an absent child; reported where its path and sender are known.
package struct AbsentChild: Sendable {
  /// Why the child is absent.
  package enum Reason: Sendable {
    case isNil
    case otherCase
    case noElement
  }

  let component: PathComponent
  let reason: Reason

  func text(action: any Sendable, path: [PathComponent], sender: String?) -> String {
    """
    An action was sent to a child that is not there: \(ValueLine.text(action))

    At '\(ValueLine.cut(path.map(\.description).joined(separator: ".")))' \(explanation). The \
    action came from \(sender ?? "outside of the store's effects"). The child's reducer did not \
    run. To fix this, send the action only while the child is there; effects of a child that is \
    removed are cancelled, so an effect that outlives it belongs to its parent.
    """
  }

  private var explanation: String {
    switch reason {
    case .isNil: "the child's state is nil"
    case .otherCase: "the state is another case"
    case .noElement: "no element has this id"
    }
  }
}
