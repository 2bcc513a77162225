/// What was declared for a feature, or a part of it, when it was last compared with its state.
///
/// Used by the declaration that made it. Owned by the node of its parent, or by the store. Do not
/// end it yourself: `DeclarationChanges.end` also forgets it.
///
/// The nodes of a store are a tree, in the shape of the features that declare something.
@usableFromInline
package class DeclarationNode {
  init() {}

  /// Ends all that it tells of.
  func end(_ changes: inout DeclarationChanges) {}
}

/// What several operators declare for the same state.
@usableFromInline
final class DeclarationList: DeclarationNode {
  /// One for each operator, in the order of the declaration's list.
  @usableFromInline var nodes: [DeclarationNode?]

  init(count: Int) {
    nodes = Array(repeating: nil, count: count)
  }

  /// Makes a node a part of a list, which is made if there is none.
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

/// What was declared for a child that has an identity.
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
