import RatchetDependencies

/// A part of what a reducer returned that holds no other effects, with what is around it.
package struct ReturnedEffect: Sendable {
  package enum Work: Sendable {
    case run(name: String?)
    case send(any Sendable)
    case cancel(AnyID)
    /// An action was sent to an absent child: the text of the report.
    case absent(String)
  }

  package let work: Work
  /// The ids by which it can be cancelled, the outermost first.
  package let ids: [AnyID]
}

extension EffectTree {
  /// Lists what the tree holds, in the order in which a store enters it.
  ///
  /// Takes no stack for what is deep. The parts of a sequence are all listed, and what is delayed
  /// is listed as what follows the delay.
  ///
  /// - Parameter action: The action that was reduced, for reports.
  /// - Returns: All that it holds but what does nothing.
  package func returnedEffects(by action: any Sendable) -> [ReturnedEffect] {
    var found: [ReturnedEffect] = []
    var rest = [Position(tree: self)]
    while var position = rest.popLast() {
      while case .node(let node) = position.tree { position.descend(into: node, &rest) }
      if let effect = position.effect(of: action) { found.append(effect) }
    }
    return found
  }

  /// A part of a tree, and what is around it.
  private struct Position {
    var tree: EffectTree
    var ids: [AnyID] = []
    var path: [PathComponent] = []
    var map: ActionMap?
    var dependencies: DependencyValues?

    /// Goes to the first of what a node holds, and leaves the others to do.
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
      }
    }

    /// Adds an id, unless it was just given, as a store does.
    private mutating func add(_ id: AnyID) {
      if ids.last != id { ids.append(id) }
    }

    /// What is here; `nil` if that is nothing.
    func effect(of action: any Sendable) -> ReturnedEffect? {
      switch tree {
      case .none, .node: nil
      case .leaf(let leaf): ReturnedEffect(work: work(of: leaf), ids: ids)
      case .cancel(let id): ReturnedEffect(work: .cancel(id), ids: [])
      case .absent(let child):
        ReturnedEffect(
          work: .absent(
            child.text(action: action, path: path + [child.component], sender: nil)), ids: [])
      }
    }

    private func work(of leaf: any EffectLeaf) -> ReturnedEffect.Work {
      let mapped = map?.leaf(leaf, under: dependencies) ?? leaf
      return mapped.sentAction.map { .send($0) } ?? .run(name: leaf.name)
    }
  }
}
