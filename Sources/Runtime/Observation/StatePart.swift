/// A part of a state that is looked at again and again: at its place in memory where it has one.
struct StatePart<State, Value> {
  let keyPath: KeyPath<State, Value>
  /// `nil` if the part is computed, or lies in an object or collection.
  let property: StoredProperty<State, Value>?

  init(_ keyPath: KeyPath<State, Value>) {
    self.keyPath = keyPath
    property = StoredProperty(keyPath)
  }

  /// Looks at the part; what is computed is computed for that.
  func withReference<Result>(
    in state: StateReference<State>, _ body: (StateReference<Value>) -> Result
  ) -> Result {
    if let property { return body(state.property(property)) }
    return withStateReference(to: state[keyPath], body)
  }
}

extension Snapshot where Value: Equatable {
  /// Whether a value is equal; takes it if so, with the bytes that it has now.
  func isStill(_ other: StateReference<Value>) -> Bool {
    if isSurely(other) { return true }
    guard reference.isEqual(to: other) else { return false }
    take(other)
    return true
  }
}
