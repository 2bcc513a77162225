// The numbers in parentheses refer to the notes on Swift's ABI in `EnumWitnesses.swift`.

/// How to read the payload of a case from memory.
@usableFromInline
package enum PayloadAccess: UInt64, Sendable {
  /// The enum starts with the unchanged payload.
  case inPlace = 0
  /// The enum starts with the payload, mixed with bits of the tag.
  case withoutTag = 1
  /// The payload is in a box, because the case is indirect.
  case boxed = 2
}

extension EnumWitnesses {
  /// Calls a function with a pointer to a value's payload, which must not be changed or kept.
  ///
  /// `Root` must be the type of the witnesses, the declared payload of the case of `root` must have
  /// the layout of `Value` (``CaseProof``), and `access` must be the result of
  /// ``access(toPayloadOf:as:)`` for that case: together that makes the memory a `Value`.
  @unsafe @inlinable
  func withPayload<Root, Value, Result>(
    of root: Root, _ access: PayloadAccess, as type: Value.Type,
    _ body: (UnsafePointer<Value>) -> Result
  ) -> Result {
    unsafe withUnsafePointer(to: root) { root in
      let memory = unsafe UnsafeRawPointer(root)
      if access == .inPlace {
        return unsafe body(memory.assumingMemoryBound(to: Value.self))
      }
      return unsafe withProjectedBits(of: memory, MemoryLayout<Root>.self) { bits -> Result in
        // The bits are a pointer to the box: an object with the payload after its header.
        var payload = unsafe bits
        if access == .boxed {
          unsafe payload = bits.load(as: UnsafeRawPointer.self)
          unsafe payload += Self.boxHeader(alignment: MemoryLayout<Value>.alignment)
        }
        return unsafe body(payload.assumingMemoryBound(to: Value.self))
      }
    }
  }

  /// Calls a function with the bits of a value without those of its tag, as a borrowed payload.
  ///
  /// `root` must point to a value of the type of the witnesses.
  @unsafe @inlinable
  func withProjectedBits<Root, Result>(
    of root: UnsafeRawPointer, _ type: MemoryLayout<Root>.Type,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(byteCount: type.size, alignment: type.alignment) { slot in
      // Nothing else uses the slot, and nothing in it is owned: the bits are read while `root`
      // lives, and then abandoned.
      unsafe slot.copyMemory(from: UnsafeRawBufferPointer(start: root, count: type.size))
      let bits = unsafe slot.baseAddress.unsafelyUnwrapped
      unsafe project(bits, metadata)
      return unsafe body(bits)
    }
  }

  /// How to read the payload of a case; `nil` if that is impossible.
  ///
  /// `Root` must be the type of the witnesses, and the payload of `root` a `Value`.
  @unsafe
  func access<Root, Value>(toPayloadOf root: Root, as type: Value.Type) -> PayloadAccess? {
    switch unsafe isIndirect(tag(of: root)) {
    case nil: return nil
    // An empty payload has no box.
    case true?: return MemoryLayout<Value>.size > 0 ? .boxed : nil
    case false?:
      let isInPlace = unsafe withUnsafeBytes(of: root) { root in
        unsafe withProjectedBits(of: root.baseAddress.unsafelyUnwrapped, MemoryLayout<Root>.self) {
          unsafe UnsafeRawBufferPointer(start: $0, count: root.count).elementsEqual(root)
        }
      }
      if isInPlace { return .inPlace }
      return isBitwiseTakable ? .withoutTag : nil
    }
  }

  /// Whether a value may be read from a copy of its bits at another address: two flags (2).
  private var isBitwiseTakable: Bool {
    let word = MemoryLayout<Int>.size
    // Safe: the record and its table are laid out as in (1) and (2).
    let table = unsafe metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
    return unsafe table.load(fromByteOffset: 10 * word, as: UInt32.self) & 0x0110_0000 == 0
  }

  /// The number of bytes before the payload in a box (5).
  @inlinable static func boxHeader(alignment: Int) -> Int {
    let header = 2 * MemoryLayout<Int>.size
    return (header + alignment - 1) & ~(alignment - 1)
  }

  /// Changes a value's payload in place, without copying it.
  ///
  /// Requires what ``withPayload(of:_:as:_:)`` does, and a case that is not boxed; `tag` must be
  /// the tag of `root`.
  @unsafe @inlinable
  func changePayload<Root, Value>(
    of root: inout Root, tag: Int, as type: Value.Type, _ body: (inout Value) -> Void
  ) {
    unsafe withUnsafeMutablePointer(to: &root) { root in
      let memory = UnsafeMutableRawPointer(root)
      // Turns the enum into its payload in place, which nothing else can read meanwhile, because it
      // is `inout`.
      unsafe project(memory, metadata)
      unsafe body(&memory.assumingMemoryBound(to: Value.self).pointee)
      // The payload is whole again, and of this case.
      unsafe inject(memory, UInt32(tag), metadata)
    }
  }
}

/// Calls a function with a value in place, without copying it.
///
/// `~Copyable`, because that makes the argument a borrow of the memory.
@unsafe @inlinable
func borrow<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, _ body: (borrowing Value) -> Result
) -> Result {
  unsafe body(value.pointee)
}
