// The unsafe code of case paths relies on Swift's published ABI (docs/ABI/TypeMetadata.rst and the
// value witnesses of swift/ABI/ValueWitness.def), which is frozen on Apple's platforms, and
// elsewhere is that of the compiler that builds this file:
//
// 1. A metatype is a pointer to the type's metadata record, which is never freed. Its first word is
//    the kind of type; the word before it points to the type's value witness table.
// 2. A value witness table holds eight functions, size, stride, 32 bits of flags and 32 bits more;
//    0x100000 and 0x1000000 say that a value must not be moved, or not be lent, by a copy of its
//    bits; where 0x200000 is set, the enum witnesses `getEnumTag`, `destructiveProjectEnumData` and
//    `destructiveInjectEnumTag` follow. All of them use C's calling convention.
// 3. The second word of an enum's metadata points to the type's descriptor, whose fifth 32-bit
//    field is a relative pointer to the records of its cases, in the order of their tags. Bit 0 of
//    a record's flags marks an indirect case; the second field points to the mangled name of the
//    declared type of its payload, or is zero; the third points to its name, which ends with a
//    zero. Bytes up to 0x1F in a mangled name are followed by a reference of four bytes, or of a
//    word from 0x18 on. The arguments of a generic enum follow the descriptor.
// 4. The metadata of a tuple is: kind, number of elements, labels, then type and offset of each.
// 5. `destructiveProjectEnumData` clears the bits of the payload that hold the tag, which are the
//    same in all values of a case, and changes nothing else. What it leaves of an indirect case is
//    a pointer to a box: an object whose header of two words the payload follows, aligned; it is
//    null for a payload without size.
//
// Where function pointers are signed (arm64e), nothing in here is used.

/// The functions of an enum type that read the case of a value and project its payload.
///
/// Not generic, so that generic code uses it without metadata look-ups.
///
/// `@safe` is sound: the pointers come from the type's metadata, stay in here and never dangle (1);
/// what depends on the caller is `@unsafe`. `@unchecked Sendable` is sound: metadata and witness
/// tables are complete before a metatype exists, and never change.
@safe @usableFromInline
struct EnumWitnesses: @unchecked Sendable {
  @usableFromInline typealias GetTag =
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  @usableFromInline typealias Project =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  @usableFromInline typealias Inject =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  @usableFromInline let metadata: UnsafeRawPointer
  @usableFromInline let getTag: GetTag
  @usableFromInline let project: Project
  @usableFromInline let inject: Inject

  /// `nil` if the type is not an enum.
  init?(of type: any Any.Type) {
    #if _ptrauth(_arm64e)
      return nil
    #else
      let shape = TypeShape(of: type)
      guard shape == .enumeration || shape == .optional else { return nil }
      let word = MemoryLayout<Int>.size
      // Safe: the record and its table are laid out as in (1) and (2), and the flags confirm the
      // enum witnesses before these are read.
      unsafe metadata = metadataRecord(of: type)
      let table = unsafe metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
      let flags = unsafe table.load(fromByteOffset: 10 * word, as: UInt32.self)
      guard flags & 0x0020_0000 != 0 else { return nil }
      let witnesses = unsafe table + 10 * word + 8
      unsafe getTag = witnesses.load(as: GetTag.self)
      unsafe project = witnesses.load(fromByteOffset: word, as: Project.self)
      unsafe inject = witnesses.load(fromByteOffset: 2 * word, as: Inject.self)
    #endif
  }

  /// The tag of a value's case.
  ///
  /// `Root` must be the type of the witnesses.
  @unsafe @inlinable
  func tag<Root>(of root: Root) -> Int {
    // `getEnumTag` reads a valid value of its type, which `root` is, and changes nothing.
    unsafe withUnsafePointer(to: root) { root in Int(unsafe getTag(root, metadata)) }
  }

  /// Whether the payload of a case is in a box; `nil` if the program has no such metadata.
  func isIndirect(_ tag: Int) -> Bool? {
    guard let records = caseRecords, tag < records.count else { return nil }
    // Safe: there is a record for each tag below the count (3), which starts with the flags.
    return unsafe records.first.load(fromByteOffset: tag * records.stride, as: UInt32.self) & 1 != 0
  }

  /// The name of a case; `nil` if the program has no such metadata.
  func name(ofCase tag: Int) -> String? {
    guard let records = caseRecords, tag < records.count else { return nil }
    // Safe: there is a record for each tag below the count; its third field points to a name that
    // ends with a zero (3).
    let field = unsafe records.first + tag * records.stride + 8
    let name: UnsafePointer<CChar> = unsafe field.load(as: Int32.self).address(from: field)
    return unsafe String(cString: name)
  }

  /// The payloads of the cases without labels, in the order of their tags; empty without metadata.
  var payloadTypes: [DeclaredPayload] {
    guard let records = caseRecords else { return [] }
    let word = MemoryLayout<Int>.size
    // Safe: the descriptor, the second field of each record and the generic arguments are where (3)
    // says; a zero field points to nothing and is not followed.
    let descriptor = unsafe metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    return (0..<records.count).map { tag in
      let field = unsafe records.first + tag * records.stride + 4
      let distance = unsafe field.load(as: Int32.self)
      if distance == 0 { return .none }
      let name: UnsafePointer<UInt8> = unsafe distance.address(from: field)
      let type = unsafe _getTypeByMangledNameInContext(
        name, UInt(mangledLength(name)), genericContext: descriptor,
        genericArguments: metadata + 2 * word)
      return type.map { .type(TypeShape.withoutLabel($0)) } ?? .unknown
    }
  }

  /// The names of the cases that hold a payload of this type.
  func cases(holding type: any Any.Type) -> [String] {
    payloadTypes.enumerated().compactMap { tag, payload in
      guard case .type(let held) = payload, held == type else { return nil }
      return name(ofCase: tag)
    }
  }

  /// Whether the program has the metadata of the type's cases.
  var hasReflection: Bool { caseRecords != nil }

  private var caseRecords: CaseRecords? {
    let word = MemoryLayout<Int>.size
    // Safe: the descriptor and its fifth field are where (3) says; if that is zero, there are no
    // records, and it is not followed.
    let descriptor = unsafe metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    let distance = unsafe descriptor.load(fromByteOffset: 16, as: Int32.self)
    guard distance != 0 else { return nil }
    let fields = unsafe descriptor + 16 + Int(distance)
    // Two relative pointers, the kind (2 is an enum, 3 one with several payloads), size, number.
    let kind = unsafe fields.load(fromByteOffset: 8, as: UInt16.self)
    let count = unsafe fields.load(fromByteOffset: 12, as: UInt32.self)
    // `CaseVerdict` keeps tags in 16 bits: a larger enum counts as one without reflection.
    guard kind == 2 || kind == 3, count <= 1 << 16 else { return nil }
    return unsafe CaseRecords(
      first: fields + 16, stride: Int(fields.load(fromByteOffset: 10, as: UInt16.self)),
      count: Int(count))
  }

  /// The length in bytes of a mangled name that may contain references.
  ///
  /// `name` must point to one: it ends at the zero that is not part of a reference (3).
  @unsafe private func mangledLength(_ name: UnsafePointer<UInt8>) -> Int {
    var length = 0
    while true {
      switch unsafe name[length] {
      case 0: return length
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
      default: length += 1
      }
    }
  }

  /// The records of the cases (3).
  ///
  /// `@safe` is sound: the pointer leads into the type's metadata, which is never freed (1).
  @safe private struct CaseRecords {
    let first: UnsafeRawPointer
    let stride: Int
    let count: Int
  }
}

/// The declared payload of a case.
enum DeclaredPayload {
  case none
  case type(any Any.Type)
  /// A payload of unknown type.
  case unknown
}

extension Int32 {
  /// The target of a relative pointer, which must be at `position` and point to a `Pointee`.
  @unsafe fileprivate func address<Pointee>(
    from position: UnsafeRawPointer
  ) -> UnsafePointer<Pointee> {
    unsafe (position + Int(self)).assumingMemoryBound(to: Pointee.self)
  }
}
