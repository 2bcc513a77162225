import RatchetDependencies

/// A leaf of what a reducer returned, with its context.
package struct ReturnedEffect: Sendable {
  package enum Work: Sendable {
    case run(name: String?)
    case send(any Sendable)
    case cancel(AnyID)
    /// A mistake, which a store reports.
    case report(String)
  }

  package let work: Work
  /// The ids that cancel it, outermost first.
  package let ids: [AnyID]
}

extension EffectTree {
  /// Lists the leaves of the tree in the order in which a store enters them.
  ///
  /// Does not recurse. Lists all parts of a concatenation, and a delayed effect as what follows the
  /// delay.
  ///
  /// - Parameter action: The action that was reduced, for reports.
  /// - Returns: All leaves that do something.
  package func returnedEffects(by action: any Sendable) -> [ReturnedEffect] {
    var found: [ReturnedEffect] = []
    var rest = [Position(tree: self)]
    while var position = rest.popLast() {
      while case .node(let node) = position.tree { position.descend(into: node, &rest) }
      if let effect = position.effect(of: action) { found.append(effect) }
    }
    return found
  }

  /// A position in a tree, with its context.
  private struct Position {
    var tree: EffectTree
    var ids: [AnyID] = []
    var path: [PathComponent] = []
    var map: ActionMap?
    var dependencies: DependencyValues?
    /// What is to be reported at this position, where there is no effect.
    var misuse: HandReduction?

    /// Moves to the first child of a node and leaves its siblings for later.
    mutating func descend(into node: EffectNode, _ rest: inout [Position]) {
      switch node.kind {
      case .merge(let trees), .concatenate(let trees):
        for other in trees.dropFirst().reversed() {
          tree = other
          rest.append(self)
        }
        tree = trees.first ?? .none
      case .cancellable(let tree, let id, _):
        self.tree = tree
        add(id)
      case .scoped(let tree, let component):
        self.tree = tree
        path.append(component)
      case .dependent(let tree, let values):
        self.tree = tree
        dependencies = values
      case .presented(let tree, _): self.tree = tree
      case .timed(let tree, let timing):
        self.tree = tree
        add(timing.id)
      case .mapped(let tree, let map):
        self.tree = tree
        self.map = map.followed(by: self.map)
      case .reducedByHand(let tree, let misuse):
        var report = self
        (report.tree, report.misuse) = (.none, misuse)
        rest.append(report)
        self.tree = tree
      }
    }

    /// Adds an id unless it repeats the one before, as a store does.
    private mutating func add(_ id: AnyID) {
      if ids.last != id { ids.append(id) }
    }

    /// The effect at this position, or `nil` if there is none.
    func effect(of action: any Sendable) -> ReturnedEffect? {
      if let misuse { return ReturnedEffect(work: .report(misuse.text(action)), ids: []) }
      return switch tree {
      case .none, .node: nil
      case .leaf(let leaf): ReturnedEffect(work: work(of: leaf), ids: ids)
      case .cancel(let id): ReturnedEffect(work: .cancel(id), ids: [])
      case .absent(let child):
        ReturnedEffect(
          work: .report(
            child.text(action: action, path: path + [child.component], sender: nil)), ids: [])
      }
    }

    private func work(of leaf: EffectLeaf) -> ReturnedEffect.Work {
      let mapped = map?.leaf(leaf, under: dependencies) ?? leaf
      return mapped.sentAction.map { .send($0) } ?? .run(name: leaf.name)
    }
  }
}
