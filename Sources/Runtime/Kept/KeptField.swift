import RatchetDependencies

// A *kept field* is a field of a store's state that the operator `kept(_:in:changed:)` synchronizes
// with a shared key, whose value is in a storage outside of the store.
//
// The rule: a store has at most one kept field for each key. The field is in a feature that is
// always present, so it is found once, when the store begins, and stays the same. After each
// action, what the action has changed in the field is written to the storage.

/// Reads and writes one kept field in a state, whatever the type of the field's value.
///
/// Used by `KeptState`, which calls all fields of a store before and after each action, and by the
/// operators `kept` and `onChange`, which apply changes that the reducer inside them returns.
protocol KeptField<State> {
  associatedtype State

  /// Carries changes between the field and the storage, which has the values of shared keys.
  var link: any AnyKeptLink { get }
  /// The key path from the state to the field.
  var location: PartialKeyPath<State> { get }

  /// The same field, reached from the state of a parent.
  func lifted<Parent>(
    through path: WritableKeyPath<Parent, State>
  ) -> any KeptField<Parent>

  /// Writes the stored value to the field or, if there is none, the field's value to the storage.
  func begin(_ state: inout State)

  /// Records the field's value before an action, for `noteEnd`.
  ///
  /// A replay or a test of a reducer calls this. A store does not: `begin` and the last `noteEnd`
  /// have recorded the value.
  func read(_ state: State)

  /// Applies a change that a reducer has returned as an effect, if it is a change of the field's
  /// key in the field's storage; otherwise, returns false.
  ///
  /// `isOwn` is true if the reducer inside `kept` has returned the change. Any other change is
  /// announced to that reducer with the action `changed`.
  func apply(
    _ change: any AnySharedChange, in storage: SharedStorage, to state: inout State, isOwn: Bool
  ) -> Bool

  /// Restores the value that the field had after the last action, if the store has since written a
  /// change from outside to it.
  func restore(_ state: inout State)

  /// Compares the field with its value before the action, and records a change for the storage.
  func noteEnd(_ state: State)

  /// Writes a change from outside to the field, if there is one; returns whether there is.
  func adopt(_ state: inout State) -> Bool

  /// Writes to the field, in a replay, the value that it took from the storage when the store was
  /// recorded.
  func adopt(_ arrivals: inout SharedArrivals, _ state: inout State)
}

/// A kept field with its type: the key path to it, and its link to the storage.
struct TypedKeptField<State, Value: Equatable & Sendable>: KeptField {
  private let path: WritableKeyPath<State, Value>
  private let typedLink: KeptLink<Value>

  init(_ path: WritableKeyPath<State, Value>, _ link: KeptLink<Value>) {
    self.path = path
    typedLink = link
  }

  var link: any AnyKeptLink { typedLink }

  var location: PartialKeyPath<State> { path }

  func lifted<Parent>(
    through path: WritableKeyPath<Parent, State>
  ) -> any KeptField<Parent> {
    TypedKeptField<Parent, Value>(path.appending(path: self.path), typedLink)
  }

  func begin(_ state: inout State) {
    guard let value = typedLink.provide(state[keyPath: path]) else { return }
    write(value, to: &state)
  }

  func read(_ state: State) {
    typedLink.see(state[keyPath: path])
  }

  func apply(
    _ change: any AnySharedChange, in storage: SharedStorage, to state: inout State, isOwn: Bool
  ) -> Bool {
    // A field that the store has rejected is not active.
    guard link.isActive, link.keeps(change.name, in: storage),
      let change = change as? SharedChange<Value>
    else { return false }
    let before = state[keyPath: path]
    change.update(&state[keyPath: path])
    typedLink.note(change, from: before, to: state[keyPath: path], isOwn: isOwn)
    return true
  }

  func restore(_ state: inout State) {
    if let value = typedLink.valueBeforeArrival { state[keyPath: path] = value }
  }

  func noteEnd(_ state: State) {
    typedLink.noteEnd(state[keyPath: path])
  }

  func adopt(_ state: inout State) -> Bool {
    overwrite(with: typedLink.arrived, in: &state)
  }

  func adopt(_ arrivals: inout SharedArrivals, _ state: inout State) {
    _ = overwrite(with: arrivals.take(typedLink.name, as: Value.self), in: &state)
  }

  /// Writes a value that came from outside, if there is one; returns whether there is.
  ///
  /// The field's value before the first such write since the last action is saved for `restore`.
  private func overwrite(with value: Value?, in state: inout State) -> Bool {
    guard let value else { return false }
    if typedLink.valueBeforeArrival == nil { typedLink.valueBeforeArrival = state[keyPath: path] }
    write(value, to: &state)
    return true
  }

  private func write(_ value: Value, to state: inout State) {
    if state[keyPath: path] != value { state[keyPath: path] = value }
    // Reads the field again: its setter may have clamped the value, which must not count as a
    // change.
    typedLink.see(state[keyPath: path])
  }
}

extension Effect {
  /// Applies the changes of kept fields in this effect to a state; returns the rest of the effect.
  func withoutChanges<State>(
    of fields: [any KeptField<State>], to state: inout State, isOwn: Bool = false
  ) -> Effect {
    withoutChanges { change, storage in
      fields.contains { $0.apply(change, in: storage, to: &state, isOwn: isOwn) }
    }
  }
}
