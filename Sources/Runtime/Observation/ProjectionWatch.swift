/// Something that is looked at again and again in a state: a part of it, or what is computed of it.
@MainActor struct Projection<State, Value> {
  /// `nil` for what is computed, or lies in an object or collection.
  let property: StoredProperty<State, Value>?
  private let compute: @MainActor (StateReference<State>, ReleasePool) -> Value

  /// A part: where it lies in the state, if it does.
  init(_ keyPath: KeyPath<State, Value>) {
    property = StoredProperty(keyPath)
    compute = { state, _ in state[keyPath] }
  }

  /// What a function makes of a state.
  init(_ compute: @escaping @MainActor (StateReference<State>) -> Value) {
    property = nil
    self.compute = { state, _ in compute(state) }
  }

  /// What a function makes of a part.
  init<Part>(
    _ keyPath: KeyPath<State, Part>, _ transform: @escaping @MainActor (Part) -> Value
  ) {
    let part = Projection<State, Part>(keyPath)
    property = nil
    compute = { state, pool in
      part.withReference(in: state, pool) { transform($0.value) }
    }
  }

  /// Calls a function with the value; what was computed for that is then given to a pool.
  func withReference<Result>(
    in state: StateReference<State>, _ pool: ReleasePool,
    _ body: (StateReference<Value>) -> Result
  ) -> Result {
    if let property { return body(state.property(property)) }
    let value = compute(state, pool)
    let result = withStateReference(to: value, body)
    pool.add(value)
    return result
  }
}

/// Watches something that can be compared, for observers.
class ProjectionWatch<State, Value: Equatable>: Watch {
  private let projection: Projection<State, Value>
  let seen: Snapshot<Value>

  /// Makes a watch; it may be asked whether whoever waits has left, when nothing has changed.
  init(_ projection: Projection<State, Value>, mayEnd: Bool = false) {
    self.projection = projection
    let seen = Snapshot<Value>()
    self.seen = seen
    super.init(stored: mayEnd ? nil : projection.property.map(seen.stored))
  }

  final override func keep(from node: StateNode) -> Bool {
    projection.withReference(in: state(of: node), node.pool) { seen.take($0, node.pool) }
    return true
  }

  override func hasChanged(in node: StateNode) -> Bool {
    projection.withReference(in: state(of: node), node.pool) {
      !seen.isUnchanged($0, node.pool)
    }
  }

  override func forget(in node: StateNode) {
    seen.clear(node.pool)
  }

  /// The state of the node that has this watch.
  final func state(of node: StateNode) -> StateReference<State> {
    // Safe: a watch is used by the node that it was added to, which is a view of a `State`.
    unsafe unsafeDowncast(node, to: StateView<State>.self).current()
  }
}

/// Makes the watch of a part of a state, which is an opaque one if the part cannot be compared.
@MainActor func makeWatch<State, Value>(of keyPath: KeyPath<State, Value>) -> Watch {
  func open<Comparable: Equatable>(_ type: Comparable.Type) -> Watch? {
    (keyPath as? KeyPath<State, Comparable>).map { ProjectionWatch(Projection($0)) }
  }
  let type = Value.self as? any Equatable.Type
  return type.flatMap { open($0) } ?? Watch()
}
