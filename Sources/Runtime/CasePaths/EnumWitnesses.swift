// Case paths read the payload of an enum from memory, without reflection. The unsafe code for this
// relies on Swift's published ABI (docs/ABI/TypeMetadata.rst and the value witnesses of
// swift/ABI/ValueWitness.def). The ABI is frozen on Apple's platforms; elsewhere it is the ABI of
// the compiler that builds this file:
//
// 1. A metatype is a pointer to the type's metadata record, which is never freed. Its first word is
//    the kind of type; the word before it points to the type's value witness table.
// 2. A value witness table holds eight functions, size, stride, 32 bits of flags and 32 bits more;
//    where the flag 0x200000 is set, the enum witnesses `getEnumTag`, `destructiveProjectEnumData`
//    and `destructiveInjectEnumTag` follow. All of them use C's calling convention.
// 3. The second word of an enum's metadata points to the type's descriptor, whose fifth 32-bit
//    field is a relative pointer to the records of its cases, in the order of their tags. Bit 0 of
//    a record's flags marks an indirect case; the second field points to the mangled name of the
//    declared type of its payload, or is zero; the third points to its name, which ends with a
//    zero. In a mangled name, a byte of 0x01 to 0x17 is followed by a reference of four bytes, and
//    one of 0x18 to 0x1F by a reference of one word. The arguments of a generic enum follow the
//    descriptor.
// 4. The metadata of a tuple is: kind, number of elements, labels, then type and offset of each.
// 5. `destructiveProjectEnumData` turns a value in memory into its payload, and
//    `destructiveInjectEnumTag` turns the payload into a value again. The payload of an indirect
//    case is a pointer to a box: an object on the heap with a header of two words, after which the
//    content follows, aligned. The pointer is null if the content has no size.
//
// All this is checked with enums of the library before it is used: see `EnumMemory.swift`.
// Where function pointers are signed (arm64e), none of this code runs.

/// Reads the case and the payload (the associated values) of an enum value in place, with the value
/// witnesses of its type: functions that the compiler makes for each enum.
///
/// `CaseConstructor` extracts and changes payloads with it, through one case; a `CaseChain` through
/// several. It is an accelerator: without it, `CaseLevel` finds the same by reflection. The tag is
/// the number of a case in its enum. Not generic, so that generic code uses it without metadata
/// look-ups.
///
/// `@safe` is sound: the pointers come from the type's metadata, are used only in this file and by
/// `CaseStep`, and never dangle (1); the methods whose safety depends on the caller are `@unsafe`.
/// `@unchecked Sendable` is sound: metadata and witness tables are complete before a metatype
/// exists, and never change.
@safe @usableFromInline
struct EnumWitnesses: @unchecked Sendable {
  @usableFromInline typealias GetTag =
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  @usableFromInline typealias Project =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  @usableFromInline typealias Inject =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  /// The metadata record of the enum, which the functions below need.
  @usableFromInline let metadata: UnsafeRawPointer
  @usableFromInline let getTag: GetTag
  @usableFromInline let project: Project
  @usableFromInline let inject: Inject

  /// Returns `nil` if the type is not an enum, or if enums must be read by reflection.
  init?(of type: any Any.Type) {
    guard EnumMemory.isTrusted else { return nil }
    self.init(unchecked: type)
  }

  /// Returns `nil` if the type is not an enum; for the self-check, which decides whether memory may
  /// be read.
  init?(unchecked type: any Any.Type) {
    let shape = TypeShape(of: type)
    guard shape == .enumeration || shape == .optional else { return nil }
    let word = MemoryLayout<Int>.size
    // Safe: the record and its table are laid out as in (1) and (2), and the flags confirm the enum
    // witnesses before these are read.
    unsafe metadata = metadataRecord(of: type)
    let table = unsafe metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
    let flags = unsafe table.load(fromByteOffset: 10 * word, as: UInt32.self)
    guard flags & 0x0020_0000 != 0 else { return nil }
    let witnesses = unsafe table + 10 * word + 8
    unsafe getTag = witnesses.load(as: GetTag.self)
    unsafe project = witnesses.load(fromByteOffset: word, as: Project.self)
    unsafe inject = witnesses.load(fromByteOffset: 2 * word, as: Inject.self)
  }

  /// The size and stride of a type as its table has them (2).
  static func layout(of type: any Any.Type) -> [Int] {
    let word = MemoryLayout<Int>.size
    // Safe: as above.
    let table = unsafe metadataRecord(of: type).load(
      fromByteOffset: -word, as: UnsafeRawPointer.self)
    return [8, 9].map { unsafe table.load(fromByteOffset: $0 * word, as: Int.self) }
  }

  /// The tag of a value's case.
  ///
  /// `Root` must be the type of the witnesses.
  @unsafe @inlinable
  func tag<Root>(of root: Root) -> Int {
    // `getEnumTag` reads a valid value of its type, which `root` is, and changes nothing.
    unsafe withUnsafePointer(to: root) { root in Int(unsafe getTag(root, metadata)) }
  }

  /// Calls a function with a value's payload in place.
  ///
  /// The function must not change a payload in a box, because other values may share the box.
  /// `Root` must be the type of the witnesses, and `verdict` the proof that its case holds a
  /// `Value`.
  @unsafe @inlinable
  func withPayload<Root, Value>(
    of root: inout Root, _ verdict: CaseVerdict, as type: Value.Type, _ body: (inout Value) -> Void
  ) {
    let tag = unsafe tag(of: root)
    unsafe withUnsafeMutablePointer(to: &root) { root in
      // Until `inject`, the memory holds the payload instead of an enum. Nothing else can read it
      // meanwhile, because the access to the enum is `inout`.
      var payload = UnsafeMutableRawPointer(root)
      unsafe project(root, metadata)
      if verdict.isBoxed {
        let header = 2 * MemoryLayout<Int>.size
        let alignment = MemoryLayout<Value>.alignment
        unsafe payload = payload.load(as: UnsafeMutableRawPointer.self)
        unsafe payload += (header + alignment - 1) & ~(alignment - 1)
      }
      unsafe body(&payload.assumingMemoryBound(to: Value.self).pointee)
      unsafe inject(root, UInt32(tag), metadata)
    }
  }

  /// The cases in the order of their tags; empty if the program has no reflection metadata for
  /// them.
  var cases: [DeclaredCase] {
    let word = MemoryLayout<Int>.size
    // Safe: the descriptor, its fields and the records are where (3) says.
    let descriptor = unsafe metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    guard let fields = unsafe target(of: descriptor + 16) else { return [] }
    // Two relative pointers, the kind (2 is an enum, 3 one with several payloads), size, number.
    let kind = unsafe fields.load(fromByteOffset: 8, as: UInt16.self)
    let size = unsafe Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = unsafe Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    guard kind == 2 || kind == 3 else { return [] }
    return (0..<count).map { tag in
      unsafe DeclaredCase(record: fields + 16 + tag * size, of: metadata)
    }
  }
}

/// A case as the metadata of its enum declares it.
struct DeclaredCase: Sendable {
  enum Payload {
    case none
    /// The type of the payload, without a label.
    case type(any Any.Type)
    /// A payload of unknown type.
    case unknown
  }

  let name: String
  let payload: Payload
  var payloadType: (any Any.Type)? { if case .type(let type) = payload { type } else { nil } }
  /// Whether the payload is in a box.
  let isIndirect: Bool

  /// Reads the record of a case (3) of the enum with this metadata.
  @unsafe fileprivate init(record: UnsafeRawPointer, of metadata: UnsafeRawPointer) {
    // Safe: a record starts with the flags; the third field points to a name that ends with a zero.
    isIndirect = unsafe record.load(as: UInt32.self) & 1 != 0
    name =
      unsafe target(of: record + 8).map {
        unsafe String(cString: $0.assumingMemoryBound(to: CChar.self))
      } ?? ""
    payload = unsafe Self.payload(record, metadata)
  }

  @unsafe private static func payload(
    _ record: UnsafeRawPointer, _ metadata: UnsafeRawPointer
  ) -> Payload {
    let word = MemoryLayout<Int>.size
    // Safe: the descriptor, the second field and the generic arguments are where (3) says.
    guard let name = unsafe target(of: record + 4) else { return .none }
    let descriptor = unsafe metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    let type = unsafe _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), UInt(mangledLength(name)),
      genericContext: descriptor, genericArguments: metadata + 2 * word)
    return type.map { .type(TypeShape.withoutLabel($0)) } ?? .unknown
  }

  /// The length in bytes of a mangled name that may contain references.
  ///
  /// `name` must point to one: it ends at the zero that is not part of a reference (3).
  @unsafe private static func mangledLength(_ name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
      switch unsafe name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
      default: length += 1
      }
    }
  }
}

/// The target of the relative pointer at an address; `nil` if it is zero.
@unsafe private func target(of address: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = unsafe Int(address.load(as: Int32.self))
  return distance == 0 ? nil : unsafe address + distance
}
