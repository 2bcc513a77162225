/// A value as it was, with the bytes that it had where it was taken from; or nothing.
///
/// The bytes are kept beside the value, because a copy of a value has bytes of its own between its
/// fields. The memory stays when the value is let go of, for the next one.
@safe final class Snapshot<Value> {
  // Safe: allocated with the object and freed in `deinit`; `isEmpty` tells whether the value is not
  // initialized, and every use asks or sets it.
  private let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private var isEmpty = true
  private var bytes = StateBytes<Value>()

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
    bytes.take(from: source)
    if isEmpty {
      unsafe pointer.initialize(to: source.value)
      isEmpty = false
    } else {
      let old = unsafe pointer.move()
      unsafe pointer.initialize(to: source.value)
      pool.add(old)
    }
  }

  /// Gives the value to a pool.
  @MainActor func clear(_ pool: ReleasePool) {
    if isEmpty { return }
    isEmpty = true
    unsafe pool.add(pointer.move())
  }

  /// Whether a value surely is the one that was taken; false says nothing.
  private func isSurely(_ other: StateReference<Value>) -> Bool {
    !isEmpty && bytes.match(other)
  }
}

extension Snapshot where Value: Equatable {
  /// Whether a value is equal to the one that was taken; takes it if so, for the bytes that it has
  /// now.
  @MainActor func isUnchanged(_ other: StateReference<Value>, _ pool: ReleasePool) -> Bool {
    if isSurely(other) { return true }
    if isEmpty { return false }
    // Copies, because `==` is the user's code, which may have this value replaced.
    let new = other.value
    guard reference.value == new else { return false }
    if !isEmpty { take(other, pool) }
    return true
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
