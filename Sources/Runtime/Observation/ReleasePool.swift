/// Keeps what a tree of nodes lets go of until nobody is at work in the tree.
///
/// To release a value is to call its `deinit`, which may read, send, or drop the store of this very
/// tree. So nothing in the tree releases a value while it looks for changes or changes a table: it
/// adds it to the pool. The outermost call that works in the tree releases all when it is done. A
/// node whose store was dropped meanwhile is dealt with then as well.
@MainActor final class ReleasePool {
  private var depth = 0
  private var values: [Any] = []
  private var nodes: [StateNode] = []

  /// Works in the tree; what is added meanwhile is released at the end of the outermost call.
  @inline(__always)
  func deferReleases<Result>(_ work: () -> Result) -> Result {
    depth += 1
    let result = work()
    depth -= 1
    if depth == 0, !(values.isEmpty && nodes.isEmpty) { drain() }
    return result
  }

  /// Keeps a value, if somebody is at work in the tree.
  func add<Value>(_ value: consuming Value) {
    // Releasing what is no more than its bytes calls nothing.
    if depth == 0 || _isPOD(Value.self) { return }
    values.append(value)
  }

  /// Has an unused node leave the tree, when nobody is at work in the tree.
  func remove(_ node: StateNode) {
    nodes.append(node)
    if depth == 0 { drain() }
  }

  /// Removes nodes and releases values until there are none: releasing one may add others.
  private func drain() {
    while !(values.isEmpty && nodes.isEmpty) {
      depth += 1
      let unused = exchange(&nodes, with: [])
      for node in unused where node.isUnused { node.removeUnused() }
      depth -= 1
      let released = exchange(&values, with: [])
      withExtendedLifetime((unused, released)) {}
    }
  }
}
