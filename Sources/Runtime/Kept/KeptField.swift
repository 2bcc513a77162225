import RatchetDependencies

// The rule: a store keeps at most one field of its state in a key. The field is in a feature that
// is always present, so it is found once, when the store begins, and stays the same. After each
// action the storage is told what has changed in it.

/// A field of a state that is kept in a key, whatever the type of its value.
protocol KeptField<State> {
  associatedtype State

  var link: any AnyKeptLink { get }

  /// The same field in the state of a parent.
  func lifted<Parent>(
    through path: WritableKeyPath<Parent, State>
  ) -> any KeptField<Parent>

  /// Gives the field what the storage has, or the storage what the field has.
  func begin(_ state: inout State)

  /// Takes note of what the field has, in a state that is given.
  func read(_ state: State)

  /// Applies a change that a reducer has returned; false if it is of another value.
  func apply(_ change: any AnySharedChange, to state: inout State) -> Bool

  /// Compares the field with what it was; returns whether there is something for the storage.
  func noteEnd(_ state: State) -> Bool

  /// Takes what the storage has, if that is new.
  func adopt(_ state: inout State) -> Bool

  /// Takes what came from the storage in a recording.
  func adopt(_ arrivals: inout SharedArrivals, _ state: inout State)
}

/// A field of a state that is kept in a key.
struct KeptFieldOf<State, Value: Equatable & Sendable>: KeptField {
  private let path: WritableKeyPath<State, Value>
  private let typedLink: KeptLink<Value>

  init(_ path: WritableKeyPath<State, Value>, _ link: KeptLink<Value>) {
    self.path = path
    typedLink = link
  }

  var link: any AnyKeptLink { typedLink }

  func lifted<Parent>(
    through path: WritableKeyPath<Parent, State>
  ) -> any KeptField<Parent> {
    KeptFieldOf<Parent, Value>(path.appending(path: self.path), typedLink)
  }

  func begin(_ state: inout State) {
    guard let value = typedLink.provide(state[keyPath: path]) else { return }
    write(value, to: &state)
  }

  func read(_ state: State) {
    typedLink.see(state[keyPath: path])
  }

  func apply(_ change: any AnySharedChange, to state: inout State) -> Bool {
    guard let change = change as? SharedChange<Value> else { return false }
    typedLink.noteSet(state[keyPath: path])
    change.update(&state[keyPath: path])
    typedLink.note(change, state[keyPath: path])
    return true
  }

  func noteEnd(_ state: State) -> Bool {
    typedLink.noteEnd(state[keyPath: path])
  }

  func adopt(_ state: inout State) -> Bool {
    guard let value = typedLink.arrived else { return false }
    write(value, to: &state)
    return true
  }

  func adopt(_ arrivals: inout SharedArrivals, _ state: inout State) {
    guard let value = arrivals.take(typedLink.name, as: Value.self) else { return }
    write(value, to: &state)
  }

  private func write(_ value: Value, to state: inout State) {
    if state[keyPath: path] != value { state[keyPath: path] = value }
    // What the field has made of it: to clamp a value is no change.
    typedLink.see(state[keyPath: path])
  }
}
