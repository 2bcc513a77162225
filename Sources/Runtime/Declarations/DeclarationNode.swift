/// What was declared for a feature, or a part of it, when it was last compared with its state.
///
/// The nodes of a store are a tree, in the shape of the features that declare something.
@usableFromInline
package class DeclarationNode {
  init() {}

  /// Ends what runs, and hands out the nodes below, whose turn comes later: so a tree of any depth
  /// takes no stack.
  func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {}
}

/// What several operators declare for the same state.
@usableFromInline @safe
final class DeclarationList: DeclarationNode {
  /// One for each operator, in the order of the declaration's list.
  ///
  /// Safe: allocated and initialized in `init`, and given up in `deinit`. A list is reached by one
  /// comparison at a time, from the root down, which the store makes while actions are queued; what
  /// the user's code does meanwhile does not come here. (sub10: an array, which is checked for its
  /// bounds and for others that hold it, takes 5 % more.)
  @usableFromInline let nodes: UnsafeMutablePointer<DeclarationNode?>
  let count: Int

  init(count: Int) {
    unsafe nodes = .allocate(capacity: count)
    unsafe nodes.initialize(repeating: nil, count: count)
    self.count = count
  }

  deinit {
    unsafe nodes.deinitialize(count: count)
    unsafe nodes.deallocate()
  }

  /// The node of an operator.
  subscript(index: Int) -> DeclarationNode? {
    precondition(index < count, "Ratchet looked for a part of a declaration that it has not.")
    return unsafe nodes[index]
  }

  /// Makes a node a part of a list, which is made if there is none.
  @usableFromInline static func set(
    _ part: DeclarationNode, at index: Int, of count: Int, _ node: inout DeclarationNode?
  ) {
    // Safe: lists are made here.
    let known = node.map { unsafe unsafeDowncast($0, to: Self.self) }
    let list = known ?? Self(count: count)
    // Safe: the list is that of the operators, and has as many nodes.
    unsafe list.nodes[index] = part
    node = list
  }

  override func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {
    for index in 0..<count {
      if let node = unsafe nodes[index].take() { below.append(node) }
    }
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

  override func end(_ changes: inout DeclarationChanges, _ below: inout [DeclarationNode]) {
    if let node = node.take() { below.append(node) }
    changes.release(identity)
  }
}
