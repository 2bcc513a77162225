/// Records which subscriptions a feature, or a part of it, declared when a store last compared its
/// state, so that the next comparison finds what is new and what has ended.
///
/// A *subscription* is an effect that runs as long as the state declares it. The nodes of a store
/// are a tree, in the shape of the features that declare something.
///
/// Used by the `Declaration` (what a reducer declares) that made it. Owned by the node of its
/// parent, or by the store. To end a node, do not call its `end`: `DeclarationChanges.end` does
/// that and also sets the owner's variable to `nil`.
@usableFromInline
package class DeclarationNode {
  init() {}

  /// Adds all subscriptions that this node and the nodes below it record to those that stop.
  func end(_ changes: inout DeclarationChanges) {}
}

/// Records what several operators have declared for the same state.
@usableFromInline
final class DeclarationList: DeclarationNode {
  /// The node of each operator, in the order of the declarations; `nil` if it declared nothing.
  @usableFromInline var nodes: [DeclarationNode?]

  init(count: Int) {
    nodes = Array(repeating: nil, count: count)
  }

  /// Puts a node into the list in `node`; makes the list if there is none.
  @usableFromInline static func set(
    _ part: DeclarationNode, at index: Int, of count: Int, _ node: inout DeclarationNode?
  ) {
    let list = node as? Self ?? Self(count: count)
    list.nodes[index] = part
    node = list
  }

  override func end(_ changes: inout DeclarationChanges) {
    for index in nodes.indices { changes.end(&nodes[index]) }
  }
}

/// Records what a child has declared, and the identity of that child (such as its id): for a child
/// with another identity, the subscriptions of the old one end and its own start.
final class ChildDeclarations: DeclarationNode {
  let identity: AnyID
  var node: DeclarationNode?

  init(of identity: AnyID, _ node: DeclarationNode) {
    self.identity = identity
    self.node = node
  }

  override func end(_ changes: inout DeclarationChanges) {
    changes.end(&node)
    changes.release(identity)
  }
}
