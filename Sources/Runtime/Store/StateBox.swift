/// Holds the state of a store, which a reducer changes in place, or the last seen value of a part
/// of it.
///
/// Behind a pointer, because each access to a class property is checked for exclusivity, which
/// takes as long as the rest of a `send`. The possible overlaps are known here, and the box checks
/// for them.
@safe final class StateBox<State> {
  private enum Phase {
    /// There is no value. `replace` leads to `full`.
    case empty
    /// There is a value. `mutate` leads to `lent`, and `clear` to `empty`.
    case full
    /// A reducer is changing the value, which nothing else can reach. Leads back to `full`.
    case lent
  }

  // Safe: allocated in `init` and deallocated in `deinit`; initialized unless the phase is `empty`;
  // used only in the methods below, each of which checks the phase first.
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

  /// A reference to the state in place.
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

  /// Calls the closure with the state without copying it; does nothing while a reducer changes it.
  func look(_ body: (State) -> Void) {
    if phase == .full { unsafe body(pointer.pointee) }
  }

  // Not generic in its result: result types that contain `Action` would be looked up in each call.
  func mutate(_ body: (inout State) -> EffectWork?) -> EffectWork? {
    precondition(phase == .full, "Ratchet called a reducer while it was running.")
    phase = .lent
    defer { phase = .full }
    return unsafe body(&pointer.pointee)
  }

  // MARK: - Last seen values

  /// Stores a value and moves the previous one to a pool.
  @MainActor func replace(with state: State, _ pool: ReleasePool) {
    clear(pool)
    unsafe pointer.initialize(to: state)
    phase = .full
  }

  /// Whether the value has the same bytes as another one; false is inconclusive.
  func hasSameBytes(as other: StateReference<State>) -> Bool {
    // Safe: both have the bytes of a `State`.
    unsafe phase == .full && hasEqualBytes(pointer, other.pointer, MemoryLayout<State>.size)
  }

  /// Whether the value has the same bytes as another one; false is inconclusive.
  func hasSameBytes(as other: State) -> Bool {
    // Safe: the other value stays in place during the call.
    unsafe withUnsafePointer(to: other) { unsafe hasSameBytes(as: StateReference($0)) }
  }

  /// Moves the value to a pool.
  @MainActor func clear(_ pool: ReleasePool) {
    if phase != .full { return }
    phase = .empty
    // Releasing a trivial value runs no code.
    if !_isPOD(State.self) { unsafe pool.add(pointer.move()) }
  }
}
