/// Holds the state of a store, which a reducer changes in place; or what was last seen of a part of
/// it.
///
/// Behind a pointer, because each use of a class's property is checked for overlapping access,
/// which takes as long as the rest of a `send`. What can overlap here is known, and is checked by
/// the box itself.
@safe final class StateBox<State> {
  private enum Phase {
    /// There is no value. `replace` leads to `full`.
    case empty
    /// There is a value. `mutate` leads to `lent`, and `clear` to `empty`.
    case full
    /// A reducer changes the value, which nobody else can reach. Leads back to `full`.
    case lent
  }

  // Safe: allocated in `init` and deallocated in `deinit`; initialized unless the phase is `empty`;
  // reached in the methods below only, each of which looks at the phase before.
  private let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
  private var phase: Phase

  init(_ state: consuming State) {
    phase = .full
    unsafe pointer.initialize(to: state)
  }

  /// Makes an empty box.
  init() {
    phase = .empty
  }

  deinit {
    if !isEmpty { unsafe pointer.deinitialize(count: 1) }
    unsafe pointer.deallocate()
  }

  var isEmpty: Bool { phase == .empty }

  var isLent: Bool { phase == .lent }

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
    precondition(!isEmpty, "Ratchet read a value that was not kept.")
    return unsafe StateReference(pointer)
  }

  /// Shows the state without copying it; not while a reducer changes it.
  func look(_ body: (State) -> Void) {
    if phase == .full { unsafe body(pointer.pointee) }
  }

  // Not generic in its result: types of results that contain `Action` would be looked up in each
  // call.
  func mutate(_ body: (inout State) -> EffectWork?) -> EffectWork? {
    precondition(phase == .full, "Ratchet called a reducer while it was running.")
    phase = .lent
    defer { phase = .full }
    return unsafe body(&pointer.pointee)
  }

  // MARK: - What was last seen

  /// Takes a value, and gives the one before to a pool.
  @MainActor func replace(with state: State, _ pool: ReleasePool) {
    clear(pool)
    unsafe pointer.initialize(to: state)
    phase = .full
  }

  /// Whether the value has the same bytes as another one; false says nothing.
  func hasBytes(of other: StateReference<State>) -> Bool {
    // Safe: both have the bytes of a `State`.
    unsafe phase == .full && hasEqualBytes(pointer, other.pointer, MemoryLayout<State>.size)
  }

  /// Whether the value has the same bytes as another one; false says nothing.
  func hasBytes(of other: State) -> Bool {
    // Safe: the other one lies there during the call.
    unsafe withUnsafePointer(to: other) { unsafe hasBytes(of: StateReference($0)) }
  }

  /// Gives the value to a pool.
  @MainActor func clear(_ pool: ReleasePool) {
    if phase != .full { return }
    phase = .empty
    // Releasing what is no more than its bytes calls nothing.
    if !_isPOD(State.self) { unsafe pool.add(pointer.move()) }
  }
}
