// All the code that reaches state through pointers. What it relies on:
//
// 1. A pointer to state leads into the box of a store, which stays where it is, or into a
//    `Snapshot`. It is used at once, on the main actor, between two reductions, and never kept. While
//    it is used, nothing moves or changes what it leads to: what is sent while changes are looked
//    for is queued, and a property of a state does not send.
// 2. `MemoryLayout.offset(of:)` gives the place of a stored property, at which a value of its type
//    lies.
// 3. Bytes that are equal to those of a value which is kept alive are an equal value: they refer to
//    the same objects, and what has the semantics of a value is not changed in place while somebody
//    else holds it.

/// The state of a feature where it lies, to be read without being copied.
@safe struct StateReference<State> {
  /// For code that is compiled into the user's module.
  @unsafe let pointer: UnsafePointer<State>

  @unsafe init(_ pointer: UnsafePointer<State>) {
    unsafe self.pointer = pointer
  }

  /// A copy of the state.
  var value: State { unsafe pointer.pointee }

  subscript<Value>(keyPath: KeyPath<State, Value>) -> Value {
    unsafe pointer.pointee[keyPath: keyPath]
  }

  /// A stored property, from what ``StoredProperty`` knows of it.
  func property<Value>(_ property: StoredProperty<State, Value>) -> StateReference<Value> {
    let field = unsafe UnsafeRawPointer(pointer) + property.offset
    return unsafe StateReference<Value>(field.assumingMemoryBound(to: Value.self))
  }

  fileprivate var bytes: UnsafeRawPointer { unsafe UnsafeRawPointer(pointer) }
}

/// The place of a property that is stored in the state itself.
struct StoredProperty<State, Value> {
  fileprivate let offset: Int

  /// `nil` for what is computed, or lies in an object or collection.
  init?(_ keyPath: KeyPath<State, Value>) {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else { return nil }
    self.offset = offset
  }
}

/// A value as it was, with the bytes that it had where it was taken from.
///
/// The bytes are kept beside the value, because a copy of a value has bytes of its own between its
/// fields.
@safe final class Snapshot<Value> {
  // Safe: initialized in `init`, replaced in `take`, deinitialized in `deinit`. The bytes are as
  // many as those of a value, lie behind it, and are only copied and compared.
  private let pointer: UnsafeMutablePointer<Value>
  private let bytes: UnsafeMutableRawPointer
  private let size = MemoryLayout<Value>.size

  init(_ source: StateReference<Value>) {
    let stride = MemoryLayout<Value>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: stride + size, alignment: MemoryLayout<Value>.alignment)
    unsafe pointer = memory.bindMemory(to: Value.self, capacity: 1)
    unsafe bytes = memory + stride
    unsafe pointer.initialize(to: source.value)
    unsafe bytes.copyMemory(from: source.bytes, byteCount: size)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(pointer).deallocate()
  }

  var reference: StateReference<Value> { unsafe StateReference(UnsafePointer(pointer)) }

  /// Whether a value is surely the same; false says nothing.
  func isSurely(_ other: StateReference<Value>) -> Bool {
    unsafe hasEqualBytes(bytes, other.bytes, size)
  }

  /// Takes another value, and gives the one before to a pool.
  @MainActor func take(_ source: StateReference<Value>, _ pool: ReleasePool) {
    unsafe bytes.copyMemory(from: source.bytes, byteCount: size)
    let old = unsafe pointer.move()
    unsafe pointer.initialize(to: source.value)
    pool.add(old)
  }
}

/// The bytes that a value had; they keep nothing alive.
@safe final class StateBytes {
  private let bytes: UnsafeMutableRawPointer
  private let count: Int

  init(count: Int) {
    unsafe bytes = .allocate(byteCount: count, alignment: 16)
    self.count = count
  }

  deinit {
    unsafe bytes.deallocate()
  }

  /// Keeps the bytes of a value, whose type must have the size that the bytes were made for.
  func take<Value>(from source: StateReference<Value>) {
    assert(MemoryLayout<Value>.size == count)
    unsafe bytes.copyMemory(from: source.bytes, byteCount: count)
  }

  func match<Value>(_ other: StateReference<Value>) -> Bool {
    unsafe hasEqualBytes(bytes, other.bytes, count)
  }
}

extension StateReference where State: Equatable {
  func isEqual(to other: StateReference) -> Bool { unsafe pointer.pointee == other.pointer.pointee }
}

/// Whether two places hold the same bytes.
@unsafe func hasEqualBytes(
  _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int
) -> Bool {
  let word = MemoryLayout<UInt>.size
  var offset = 0
  while offset + word <= count {
    let left = unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt.self)
    if unsafe left != other.loadUnaligned(fromByteOffset: offset, as: UInt.self) { return false }
    offset += word
  }
  while offset < count {
    let left = unsafe one.load(fromByteOffset: offset, as: UInt8.self)
    if unsafe left != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
    offset += 1
  }
  return true
}

/// Looks at a value that lies nowhere else.
func withStateReference<Value, Result>(
  to value: Value, _ body: (StateReference<Value>) -> Result
) -> Result {
  unsafe withUnsafePointer(to: value) { unsafe body(StateReference($0)) }
}
