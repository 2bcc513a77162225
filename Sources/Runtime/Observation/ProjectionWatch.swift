/// Watches a value that is read or computed from a state (a *projection*) for the observers that
/// have read it: keeps the value that they have seen, and compares it with the current one.
///
/// A projection is a part of a state, the ids of a collection, the presence of a child, or the case
/// of an enum. If it is a stored property, the inherited `bytes` is the property's range in the
/// state: the watch is not called while these bytes stay the same.
///
/// The superclass `Watch` calls the overridden methods: `keep` at a read if no observer waits yet,
/// `hasChanged` at the end of a batch (when no action is queued and no effect is pending) and at a
/// read during a batch, and `forget` when no observer waits any more. Subclasses are `StateStream`,
/// for `states(of:)`, and the watch for a case that `scope` did not find (`Store+ScopeCase`).
class ProjectionWatch<State, Value: Equatable>: Watch {
  /// Reads or computes the value from the state.
  private let project: @MainActor (StateReference<State>) -> Value
  /// The value that observers have seen; `nil` while none waits.
  ///
  /// Keeps alive what its bytes refer to, so that equal bytes mean an equal value.
  private(set) final var seen: Value?

  init(_ project: @escaping @MainActor (StateReference<State>) -> Value) {
    self.project = project
  }

  /// Keeps the current value; returns true, because an `Equatable` value can be compared.
  final override func keep(from node: StateNode) -> Bool {
    replaceSeen(project(state(of: node)), node.pool)
    return true
  }

  override func hasChanged(in node: StateNode) -> Bool {
    guard let seen else { return false }
    let new = project(state(of: node))
    node.pool.add(new)
    if seen != new { return true }
    // Equal values may have different bytes: keeps the current value, whose bytes the state has
    // now, unless `==`, which is user code, has made the watch forget its value.
    if self.seen != nil { replaceSeen(new, node.pool) }
    return false
  }

  override func forget(in node: StateNode) {
    replaceSeen(nil, node.pool)
  }

  /// Replaces the kept value; the pool releases the old one once no call works in the tree of
  /// nodes.
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
