/// Watches a value that is read or computed from a state (a *projection*) for the observers that
/// have read it: keeps the value that they have seen, and compares it with the current one.
///
/// A projection is a part of a state, the ids of a collection, the presence of a child, or the case
/// of an enum. For a stored property, `bytes` is its range: the watch is not called while these
/// bytes of the state stay the same.
///
/// `Watch` decides when the value is needed. It calls `keep` at a read if no observer waits yet,
/// `hasChanged` at the end of a batch (when no action is queued and no effect is pending) or at a
/// read within one, and `forget` when no observer waits any more.
class ProjectionWatch<State, Value: Equatable>: Watch {
  private let value: @MainActor (StateReference<State>) -> Value
  /// The last seen value; keeps alive what its bytes refer to, so that equal bytes mean an equal
  /// value.
  private(set) final var seen: Value?

  init(_ value: @escaping @MainActor (StateReference<State>) -> Value) {
    self.value = value
  }

  /// Keeps the current value; returns true, because an `Equatable` value can be compared.
  final override func keep(from node: StateNode) -> Bool {
    replaceSeen(value(state(of: node)), node.pool)
    return true
  }

  override func hasChanged(in node: StateNode) -> Bool {
    guard let seen else { return false }
    let new = value(state(of: node))
    node.pool.add(new)
    if seen != new { return true }
    // Equal values may have different bytes: keeps the current ones, unless `==`, which is user
    // code, has ended the wait.
    if self.seen != nil { replaceSeen(new, node.pool) }
    return false
  }

  override func forget(in node: StateNode) {
    replaceSeen(nil, node.pool)
  }

  private func replaceSeen(_ value: Value?, _ pool: ReleasePool) {
    pool.add(exchange(&seen, with: value))
  }

  /// The state of the node that has this watch.
  final func state(of node: StateNode) -> StateReference<State> {
    guard let view = node as? StateView<State> else {
      preconditionFailure("A watch was added to the view of another type of state.")
    }
    return view.current()
  }
}

/// Makes the watch of a part of a state; if the part is not `Equatable`, the watch counts as
/// changed after every batch.
@MainActor func makeWatch<State, Value>(of keyPath: KeyPath<State, Value>) -> Watch {
  func open<Comparable: Equatable>(_ type: Comparable.Type) -> Watch? {
    guard let keyPath = keyPath as? KeyPath<State, Comparable> else { return nil }
    let watch = ProjectionWatch<State, Comparable> { $0[keyPath] }
    watch.bytes = MemoryLayout<State>.offset(of: keyPath).map {
      $0..<$0 + MemoryLayout<Comparable>.size
    }
    return watch
  }
  let type = Value.self as? any Equatable.Type
  return type.flatMap { open($0) } ?? Watch()
}
