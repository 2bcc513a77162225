/// Delays the release of values that a store's tree of views gives up until no call is working in
/// the tree.
///
/// Used by the nodes of the tree, which share it. Owns the values that wait for their release. Do
/// not release a value of the tree in any other way.
///
/// Releasing a value calls its `deinit`, which may read or release the store of this tree, or send
/// it an action. Code that looks for changes or changes a table therefore releases nothing: it adds
/// the value to the pool. When the outermost call in the tree is done, it releases all values in
/// the pool, and removes nodes whose store was released meanwhile.
@MainActor final class ReleasePool {
  /// The number of nested calls that work in the tree; 0 if none does.
  private var depth = 0
  private var values: [Any] = []
  /// Nodes to remove from the tree if nothing uses them.
  private var nodes: [StateNode] = []

  /// Runs `work`, which works in the tree; values added meanwhile are released at the end of the
  /// outermost call.
  @inline(__always)
  func deferReleases<Result>(_ work: () -> Result) -> Result {
    depth += 1
    let result = work()
    depth -= 1
    if depth == 0, !(values.isEmpty && nodes.isEmpty) { drain() }
    return result
  }

  /// Keeps a value while a call is working in the tree; releases it at once if none is.
  func add<Value>(_ value: consuming Value) {
    // Releasing a trivial value, such as a number, runs no code.
    if depth == 0 || _isPOD(Value.self) { return }
    values.append(value)
  }

  /// Removes an unused node from the tree once no call is working in it.
  func remove(_ node: StateNode) {
    nodes.append(node)
    if depth == 0 { drain() }
  }

  /// Removes nodes and releases values until there are none: a release may add others.
  private func drain() {
    while !(values.isEmpty && nodes.isEmpty) {
      // Values that removed nodes give up are added to the pool.
      depth += 1
      let unused = exchange(&nodes, with: [])
      for node in unused where node.isUnused { node.removeUnused() }
      depth -= 1
      let released = exchange(&values, with: [])
      extendLifetime((unused, released))
    }
  }
}
