/// A value as it was, with the bytes that it had where it was taken from; or nothing.
///
/// The memory stays when the value is let go of, for the next one.
@safe final class Snapshot<Value> {
  // Safe: allocated with the object and freed in `deinit`; `isEmpty` tells whether the value is not
  // initialized, and every use asks or sets it.
  private let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private var isEmpty = true

  deinit {
    if !isEmpty { unsafe pointer.deinitialize(count: 1) }
    unsafe pointer.deallocate()
  }

  /// The value that was taken last; there must be one.
  var reference: StateReference<Value> {
    precondition(!isEmpty, "Ratchet read a value that was not kept.")
    return unsafe StateReference(UnsafePointer(pointer))
  }

  /// Takes a value, and gives the one before to a pool.
  @MainActor func take(_ source: StateReference<Value>, _ pool: ReleasePool) {
    clear(pool)
    // The bytes between the fields too, which a copy leaves as they are: else the next comparison
    // would have to be by `==`.
    let size = MemoryLayout<Value>.size
    unsafe UnsafeMutableRawPointer(pointer).copyMemory(from: source.bytes, byteCount: size)
    unsafe pointer.initialize(from: source.pointer, count: 1)
    isEmpty = false
  }

  /// Gives the value to a pool.
  @MainActor func clear(_ pool: ReleasePool) {
    if isEmpty { return }
    isEmpty = true
    // Releasing what is no more than its bytes calls nothing.
    if !_isPOD(Value.self) { unsafe pool.add(pointer.move()) }
  }

  /// The bytes of the value, and where the property is from which it is taken.
  func stored<State>(_ property: StoredProperty<State, Value>) -> StoredBytes {
    unsafe StoredBytes(UnsafeRawPointer(pointer), property.offset, MemoryLayout<Value>.size)
  }
}

extension Snapshot where Value: Equatable {
  /// Whether a value is equal to the one that was taken; takes it if so, for the bytes that it has
  /// now.
  @MainActor func isUnchanged(_ other: StateReference<Value>, _ pool: ReleasePool) -> Bool {
    if isEmpty { return false }
    let size = MemoryLayout<Value>.size
    if unsafe hasEqualBytes(UnsafeRawPointer(pointer), other.bytes, size) { return true }
    // Copies, because `==` is the user's code, which may have this value replaced.
    let new = other.value
    guard reference.value == new else { return false }
    if !isEmpty { take(other, pool) }
    return true
  }
}

/// The bytes of a kept value, and the offset in a state at which it was.
@safe struct StoredBytes {
  // Safe: those of a `Snapshot`, which the watch that has this one keeps.
  private let bytes: UnsafeRawPointer
  private let offset: Int
  private let count: Int

  @unsafe init(_ bytes: UnsafeRawPointer, _ offset: Int, _ count: Int) {
    unsafe self.bytes = bytes
    self.offset = offset
    self.count = count
  }

  /// Whether a state, at this address, has the same bytes there.
  @unsafe @inline(__always)
  func match(_ state: UnsafeRawPointer) -> Bool {
    unsafe hasEqualBytes(bytes, state + offset, count)
  }
}

/// The bytes that a state had, or one of its stored properties; they keep nothing alive.
struct StateBytes<State> {
  private let offset: Int
  private var bytes: ContiguousArray<UInt8>

  /// Those of a whole state.
  init() {
    offset = 0
    bytes = ContiguousArray(repeating: 0, count: MemoryLayout<State>.size)
  }

  /// Those of a stored property.
  init<Value>(_ property: StoredProperty<State, Value>) {
    offset = property.offset
    bytes = ContiguousArray(repeating: 0, count: MemoryLayout<Value>.size)
  }

  mutating func take(from source: StateReference<State>) {
    // Safe: both have `bytes.count` bytes: `init` made as many as the source has from the offset.
    unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let target = bytes.baseAddress else { return }
      unsafe target.copyMemory(from: source.bytes + offset, byteCount: bytes.count)
    }
  }

  func match(_ other: StateReference<State>) -> Bool {
    // Safe: as in `take`.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe hasEqualBytes(base, other.bytes + offset, bytes.count)
    }
  }
}
