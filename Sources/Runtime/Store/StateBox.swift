import RatchetDependencies

/// Holds the state of a store, which a reducer changes in place, or a view's copy of a child's
/// state.
///
/// Used by the store's loop, and by the views through which the state is observed. Owns the state.
/// Do not read the state while a reducer changes it: the state is then *lent* to the reducer.
///
/// The state is behind a pointer, because Swift checks each access to a class property for
/// exclusivity, which takes as long as the rest of a `send`. The accesses that can overlap are
/// known here, and the box checks for them itself.
@safe final class StateBox<State> {
  private enum Phase {
    /// Anything can read the value. `mutate` leads to `lent`.
    case full
    /// A reducer is changing the value, which nothing else can reach. Leads back to `full`.
    case lent
  }

  // Safe: allocated and initialized in `init`, deallocated in `deinit`; used only in the methods
  // below, each of which checks the phase first.
  private let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
  private var phase = Phase.full

  init(_ state: consuming State) {
    unsafe pointer.initialize(to: state)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  var isLent: Bool { phase == .lent }

  /// A copy of the state.
  var value: State { reference.value }

  /// A reference through which the state is read in place.
  var reference: StateReference<State> {
    if isLent {
      fatalError(
        """
        The state of a store was read while its reducer was running, by code that the reducer \
        called. To fix this, pass that code the reducer's state, or send an action and read the \
        state once it is reduced.
        """)
    }
    return unsafe StateReference(pointer)
  }

  /// Calls the closure with the state without copying it; does nothing while a reducer changes it.
  func read(_ body: (State) -> Void) {
    if phase == .full { unsafe body(pointer.pointee) }
  }

  /// Lends the state to a closure, which runs a reducer or writes a field that is kept in a shared
  /// key; returns the effect of the reducer.
  // Not generic in its result: a result type that contains `Action` would be looked up at run time,
  // in each call.
  func mutate(_ body: (inout State) -> EffectWork?) -> EffectWork? {
    precondition(phase == .full, "Ratchet called a reducer while it was running.")
    phase = .lent
    defer { phase = .full }
    return unsafe body(&pointer.pointee)
  }

  /// Stores a value and moves the previous one to a pool, which releases it later.
  @MainActor func replace(with state: State, _ pool: ReleasePool) {
    precondition(phase == .full, "Ratchet replaced a state while its reducer was running.")
    unsafe pool.add(exchange(&pointer.pointee, with: state))
  }
}
