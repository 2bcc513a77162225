// All code that reaches state through pointers relies on this:
//
// 1. A pointer to state leads into the memory that a store or a view has allocated for a state (its
//    `StateBox`), which does not move. The pointer is used at once, on the main actor, between two
//    reductions, and never kept. While it is used, nothing changes the state: actions that are sent
//    while the views look for changes are queued, and a property of a state does not send.
// 2. `MemoryLayout.offset(of:)` gives the offset of a stored property, at which a value of its type
//    lies.
// 3. Bytes equal to those of a value that is kept alive are an equal value: they refer to the same
//    objects, and a type with value semantics is not changed in place while another reference to
//    its storage exists.

/// Reads a feature's state in place, through a pointer, without a copy.
///
/// Used by stores, by views, and by the watches of parts of a state. They ask for a reference to
/// the current state and use it at once.
@usableFromInline @safe package struct StateReference<State> {
  /// Visible outside of this type for code that is compiled into the user's module.
  @unsafe @usableFromInline let pointer: UnsafePointer<State>

  @unsafe @inlinable init(_ pointer: UnsafePointer<State>) {
    unsafe self.pointer = pointer
  }

  /// Calls the closure with the state, without a copy.
  @inlinable func read<Result>(_ body: (State) -> Result) -> Result {
    unsafe borrow(pointer, body)
  }

  /// The state of a child, at the offset of a stored property of its type.
  @unsafe @inlinable func child<Child>(_: Child.Type, at offset: Int) -> StateReference<Child> {
    let child = unsafe UnsafeRawPointer(pointer) + offset
    return unsafe StateReference<Child>(child.assumingMemoryBound(to: Child.self))
  }

  /// A copy of the state.
  var value: State { read { $0 } }

  subscript<Value>(keyPath: KeyPath<State, Value>) -> Value { read { $0[keyPath: keyPath] } }

  /// The bytes of the state, which a view compares with earlier ones to find what has changed, as
  /// 64-bit words; the last word may be filled up with zeros.
  var words: [UInt64] {
    let size = MemoryLayout<State>.size
    var words = [UInt64](repeating: 0, count: (size + 7) / 8)
    // Safe: there is room for all bytes.
    unsafe words.withUnsafeMutableBytes {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: size))
    }
    return words
  }
}
