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
// Where function pointers are signed (arm64e), `EnumWitnesses.init` returns `nil`, and none of this
// code runs.

/// Reads the case and the payload (the associated values) of an enum value in place, with the value
/// witnesses of its type: functions that the compiler makes for each enum.
///
/// `CaseConstructor` extracts and changes payloads with it, through one case; an `EnumShape`
/// descends through several. The tag is the number of a case in its enum. Not generic, so that
/// generic code uses it without metadata look-ups.
///
/// `@safe` is sound: the pointers come from the type's metadata, are used only in this file and
/// never dangle (1); the methods whose safety depends on the caller are `@unsafe`. `@unchecked
/// Sendable` is sound: metadata and witness tables are complete before a metatype exists, and never
/// change.
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

  /// Returns `nil` if the type is not an enum.
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

  /// The tag of the case of the value at an address, which must be of the type of the witnesses.
  @unsafe fileprivate func tag(at value: UnsafeMutableRawPointer) -> Int {
    unsafe Int(getTag(value, metadata))
  }

  /// The cases in the order of their tags; empty if the program has no reflection metadata for
  /// them.
  fileprivate var cases: [DeclaredCase] {
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
    /// Without a label.
    case type(any Any.Type)
    /// A payload of unknown type.
    case unknown
  }

  let name: String
  let payload: Payload
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

/// The cases that an enum declares, read from its metadata once in a program.
///
/// Used by all code that looks inside enums. Owns what was read. May be used at any time, on any
/// thread.
final class EnumShape: Sendable {
  let witnesses: EnumWitnesses
  let cases: [DeclaredCase]

  private static let known = Locked<[ObjectIdentifier: EnumShape]>([:])

  private init(_ witnesses: EnumWitnesses, _ cases: [DeclaredCase]) {
    self.witnesses = witnesses
    self.cases = cases
  }

  /// The shape of a type; `nil` if it is not an enum whose cases can be read.
  static func of(_ type: any Any.Type) -> EnumShape? {
    guard let witnesses = EnumWitnesses(of: type) else { return nil }
    let id = ObjectIdentifier(type)
    if let shape = known.withLock({ $0[id] }) { return shape }
    let cases = witnesses.cases
    if cases.isEmpty { return nil }
    let shape = EnumShape(witnesses, cases)
    known.withLock { $0[id] = shape }
    return shape
  }

  /// Calls a function with the case of the enum at an address and its payload (`nil` if it has
  /// none), then with the case of an enum in the payload, and so on while it returns true.
  @unsafe func descend(
    into value: UnsafeMutableRawPointer, _ body: (CaseStep, UnsafeMutableRawPointer?) -> Bool
  ) {
    let step = CaseStep(shape: self, tag: unsafe witnesses.tag(at: value))
    unsafe step.withPayload(at: value) { payload in
      guard unsafe body(step, payload), let payload = unsafe payload, let next = step.next else {
        return
      }
      unsafe next.descend(into: payload, body)
    }
  }
}

/// One step on the way from an enum to a value nested in it: a case of one enum.
struct CaseStep: Sendable {
  let shape: EnumShape
  let tag: Int

  var declared: DeclaredCase { shape.cases[tag] }

  /// The enum that is the payload; `nil` if the payload is no enum.
  var next: EnumShape? {
    if case .type(let type) = declared.payload { EnumShape.of(type) } else { nil }
  }

  /// Whether the enum at an address, which must have the type of the shape, has this case.
  @unsafe func isCase(ofValueAt value: UnsafeMutableRawPointer) -> Bool {
    unsafe shape.witnesses.tag(at: value) == tag
  }

  /// Calls a function with the payload of the enum at an address, which must be of this case.
  ///
  /// The payload is in the enum itself and may be changed there; but the payload of an indirect
  /// case is a copy, because other values may share the box. `nil` if the case has no payload, or
  /// one of an unknown type, or one in a box that is or contains a function or metatype.
  @unsafe func withPayload<Result>(
    at value: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer?) -> Result
  ) -> Result {
    guard case .type(let type) = declared.payload else { return body(nil) }
    let witnesses = shape.witnesses
    // Until `inject`, the memory holds the payload instead of an enum; the caller's access to it
    // is exclusive.
    unsafe witnesses.project(value, witnesses.metadata)
    defer { unsafe witnesses.inject(value, UInt32(tag), witnesses.metadata) }
    guard declared.isIndirect else { return unsafe body(value) }
    // A box may hold a function or metatype in another representation than generic code copies.
    guard CaseProof.isReadableFromMemory(type) else { return body(nil) }
    return unsafe withCopy(type, inBox: value.load(as: UnsafeRawPointer?.self), body)
  }

  /// Calls a function with a copy of the content of a box (5), which has this type.
  @unsafe private func withCopy<Content, Result>(
    _ type: Content.Type, inBox box: UnsafeRawPointer?,
    _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result {
    let copy = UnsafeMutablePointer<Content>.allocate(capacity: 1)
    defer { unsafe copy.deallocate() }
    // Content without a size has no box, and nothing to copy.
    guard let box = unsafe box else { return unsafe body(copy) }
    let header = 2 * MemoryLayout<Int>.size
    let alignment = MemoryLayout<Content>.alignment
    let content = unsafe box + ((header + alignment - 1) & ~(alignment - 1))
    unsafe copy.initialize(to: content.assumingMemoryBound(to: Content.self).pointee)
    defer { unsafe copy.deinitialize(count: 1) }
    return unsafe body(copy)
  }
}
