package import RatchetDependencies

/// A part of an effect that holds other effects.
///
/// An effect may be a million parts deep, for instance when a loop merges each effect with all before it. So a node
/// is made in constant time, whatever it holds, and releasing one takes no stack for what is below it.
///
/// `@unchecked Sendable` is sound: what it holds is Sendable, and changes only while it is destroyed, or while a
/// node above it is and nobody else has a reference to it.
package final class EffectNode: @unchecked Sendable {
  /// What a node does with the effects that it holds.
  package enum Kind: Sendable {
    case merge([EffectTree])
    case concatenate([EffectTree])
    case cancellable(EffectTree, id: AnyID, cancelInFlight: Bool)
    /// Of a child feature.
    case scoped(EffectTree, PathComponent)
    /// Runs under other dependencies than those of the store.
    case dependent(EffectTree, DependencyValues)
    /// Of a presented feature, with the action that removes that.
    case presented(EffectTree, dismiss: any EffectLeaf)
    /// Begins later, or not at all.
    indirect case timed(EffectTree, EffectTiming)
    /// Sends other actions than its leaves do.
    case mapped(EffectTree, ActionMap)
  }

  package private(set) var kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  deinit {
    var several: [EffectNode] = []
    var next = takeNodes(&several)
    // Taken out of the variable: a second reference to the node would make it look like a shared one.
    while var node = next.take() ?? several.popLast() {
      next = isKnownUniquelyReferenced(&node) ? node.takeNodes(&several) : nil
    }
  }

  /// Takes out the nodes right below this one, so that releasing it does not release them: returns the only
  /// one, or adds several to the list.
  private func takeNodes(_ several: inout [EffectNode]) -> EffectNode? {
    switch kind {
    case .merge(let trees), .concatenate(let trees):
      for case .node(let node) in trees { several.append(node) }
      if !several.isEmpty { kind = .merge([]) }
      return nil
    case .cancellable(let tree, _, _), .scoped(let tree, _), .dependent(let tree, _),
      .presented(let tree, _), .timed(let tree, _), .mapped(let tree, _):
      guard case .node(let node) = tree else { return nil }
      kind = .merge([])
      return node
    }
  }
}
