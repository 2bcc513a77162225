// All code that reaches state through pointers relies on this:
//
// 1. A pointer to state leads into the box of a store or of a view, which does not move. It is used
//    at once, on the main actor, between two reductions, and never kept. While it is used, nothing
//    moves or changes its target: actions sent while changes are being looked for are queued, and a
//    property of a state does not send.
// 2. `MemoryLayout.offset(of:)` gives the offset of a stored property, at which a value of its type
//    lies.
// 3. Bytes equal to those of a value that is kept alive are an equal value: they refer to the same
//    objects, and a type with value semantics is not changed in place while another reference to
//    its storage exists.

/// A reference to a feature's state in place, which is read without a copy.
@usableFromInline @safe package struct StateReference<State> {
  /// For code that is compiled into the user's module.
  @unsafe @usableFromInline let pointer: UnsafePointer<State>

  @unsafe @inlinable init(_ pointer: UnsafePointer<State>) {
    unsafe self.pointer = pointer
  }

  /// Calls the closure with the state, without a copy.
  @inlinable func look<Result>(_ body: (State) -> Result) -> Result {
    unsafe borrow(pointer, body)
  }

  /// The state of a child, at the offset of a stored property of its type.
  @unsafe @inlinable func child<Child>(_: Child.Type, at offset: Int) -> StateReference<Child> {
    let child = unsafe UnsafeRawPointer(pointer) + offset
    return unsafe StateReference<Child>(child.assumingMemoryBound(to: Child.self))
  }

  /// A copy of the state.
  var value: State { unsafe pointer.pointee }

  subscript<Value>(keyPath: KeyPath<State, Value>) -> Value {
    unsafe pointer.pointee[keyPath: keyPath]
  }

  /// A reference to a stored property.
  func property<Value>(_ property: StoredProperty<State, Value>) -> StateReference<Value> {
    // Safe: the offset is that of a property of `State` with this type (2).
    let field = unsafe bytes + property.offset
    return unsafe StateReference<Value>(field.assumingMemoryBound(to: Value.self))
  }

  /// The bytes of the state, `MemoryLayout<State>.size` in number.
  @unsafe var bytes: UnsafeRawPointer { unsafe UnsafeRawPointer(pointer) }
}

/// The offset of a property that is stored in the state itself.
struct StoredProperty<State, Value> {
  let offset: Int

  /// `nil` for a property that is computed, or stored in an object or collection.
  init?(_ keyPath: KeyPath<State, Value>) {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else { return nil }
    self.offset = offset
  }
}

/// Whether the bytes at two addresses are equal; both must have `count` of them.
@unsafe @inline(__always)
func hasEqualBytes(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
  // Safe: all loads are of bytes below `count`, and so are the offsets, so that none overflows.
  var offset = 0
  if count < 8 {
    while offset < count {
      let byte = unsafe one.load(fromByteOffset: offset, as: UInt8.self)
      if unsafe byte != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset &+= 1
    }
    return true
  }
  // Four words at a time.
  while offset &+ 32 <= count {
    guard unsafe hasEqualWords(one, other, offset), unsafe hasEqualWords(one, other, offset &+ 8),
      unsafe hasEqualWords(one, other, offset &+ 16),
      unsafe hasEqualWords(one, other, offset &+ 24)
    else { return false }
    offset &+= 32
  }
  while offset &+ 8 < count {
    guard unsafe hasEqualWords(one, other, offset) else { return false }
    offset &+= 8
  }
  // The last word may overlap the one before.
  return unsafe hasEqualWords(one, other, count &- 8)
}

/// Whether the words at an offset, which need not be aligned, are equal.
@unsafe @inline(__always)
private func hasEqualWords(
  _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ offset: Int
) -> Bool {
  unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
}
