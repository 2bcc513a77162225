/// Holds the state of a store, which a reducer changes in place.
///
/// Behind a pointer, because each use of a class's property is checked for overlapping access,
/// which takes as long as the rest of a `send`. What can overlap here is known, and is checked by
/// the box itself.
@safe final class StateBox<State> {
  // Safe: initialized in `init`, deinitialized in `deinit`, reached in `reference`, `look` and
  // `mutate` only. While `mutate` lends it to a reducer `isLent` is set, and every other use stops.
  private let pointer: UnsafeMutablePointer<State>
  private(set) var isLent = false

  init(_ state: consuming State) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: state)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  var value: State { reference.value }

  /// The state where it lies.
  var reference: StateReference<State> {
    if isLent {
      fatalError(
        """
        The state of a store was read while its reducer runs, by something that the reducer \
        called. The reducer is changing it at that moment. To fix this, pass on the state that the \
        reducer was given, or send an action and read the state when that is reduced.
        """)
    }
    return unsafe StateReference(pointer)
  }

  /// Shows the state without copying it; not while a reducer changes it.
  func look(_ body: (State) -> Void) {
    if !isLent { unsafe body(pointer.pointee) }
  }

  // Not generic in its result: types of results that contain `Action` would be looked up in each
  // call.
  func mutate(_ body: (inout State) -> EffectWork?) -> EffectWork? {
    precondition(!isLent, "Ratchet called a reducer while it was running.")
    isLent = true
    defer { isLent = false }
    return unsafe body(&pointer.pointee)
  }
}
