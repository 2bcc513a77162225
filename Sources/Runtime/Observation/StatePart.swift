/// A part of a state that is looked at again and again: at its place in memory where it has one.
struct StatePart<State, Value> {
  let keyPath: KeyPath<State, Value>
  /// `nil` if the part is computed, or lies in an object or collection.
  let property: StoredProperty<State, Value>?

  init(_ keyPath: KeyPath<State, Value>) {
    self.keyPath = keyPath
    property = StoredProperty(keyPath)
  }

  /// Looks at the part; what is computed is computed for that, and then given to a pool.
  @MainActor func withReference<Result>(
    in state: StateReference<State>, _ pool: ReleasePool,
    _ body: (StateReference<Value>) -> Result
  ) -> Result {
    if let property { return body(state.property(property)) }
    let value = state[keyPath]
    let result = withStateReference(to: value, body)
    pool.add(value)
    return result
  }
}

extension Snapshot where Value: Equatable {
  /// Whether a value is equal; takes it if so, with the bytes that it has now.
  @MainActor func isStill(_ other: StateReference<Value>, _ pool: ReleasePool) -> Bool {
    if isSurely(other) { return true }
    guard reference.isEqual(to: other) else { return false }
    take(other, pool)
    return true
  }
}
