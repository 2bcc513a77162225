import RatchetDependencies

// The numbers in parentheses refer to the notes on Swift's ABI in `EnumWitnesses.swift`.

/// The cases that an enum declares, read from its metadata once in a program.
///
/// Used by all code that looks inside enums. Owns what was read. May be used at any time, on any
/// thread.
final class EnumShape: Sendable {
  /// Reads values of the enum from memory.
  let witnesses: EnumWitnesses
  /// The cases, at the index of their tags.
  let cases: [DeclaredCase]

  /// The shapes so far, by type.
  private static let known = Locked<[ObjectIdentifier: EnumShape]>([:])

  /// Returns `nil` if the program has no reflection metadata for the type.
  init?(_ witnesses: EnumWitnesses) {
    self.witnesses = witnesses
    cases = witnesses.cases
    if cases.isEmpty { return nil }
  }

  /// The shape of a type; `nil` if it is not an enum whose cases can be read.
  static func of(_ type: any Any.Type) -> EnumShape? {
    guard let witnesses = EnumWitnesses(of: type) else { return nil }
    let id = ObjectIdentifier(type)
    if let shape = known.withLock({ $0[id] }) { return shape }
    let shape = EnumShape(witnesses)
    known.withLock { $0[id] = shape }
    return shape
  }

  /// The case of a value, which must have the type of the shape, and its payload.
  func level<Root>(of root: Root) -> CaseLevel {
    var copy = root
    let step = CaseStep(shape: self, tag: unsafe witnesses.tag(of: root))
    let payload = unsafe withUnsafeMutablePointer(to: &copy) { root in
      unsafe step.withPayload(at: root) { unsafe step.boxed($0) }
    }
    return CaseLevel(step, payload: payload ?? nil)
  }
}

/// A case of an enum, as a step from the enum to its payload, in which the next enum may be.
struct CaseStep: Sendable {
  let shape: EnumShape
  /// The number of the case in its enum.
  let tag: Int

  var declared: DeclaredCase { shape.cases[tag] }

  /// The enum that is the payload; `nil` if the payload is no enum.
  var next: EnumShape? { declared.payloadType.flatMap(EnumShape.of) }

  /// Copies the payload at an address, which must hold one of this case's declared type.
  ///
  /// `nil` for functions and metatypes, whose representation in an `Any` differs.
  @unsafe func boxed(_ payload: UnsafeMutableRawPointer) -> Any? {
    func box<Payload>(_ type: Payload.Type) -> Any {
      unsafe payload.assumingMemoryBound(to: Payload.self).pointee
    }
    guard let type = declared.payloadType, CaseProof.isReadable(type) else { return nil }
    return box(type)
  }

  /// Whether the enum at an address, which must have the type of the shape, has this case.
  @unsafe func isCase(ofValueAt value: UnsafeMutableRawPointer) -> Bool {
    unsafe shape.witnesses.getTag(value, shape.witnesses.metadata) == tag
  }

  /// Calls a function with the payload of the enum at an address, which must be of this case.
  ///
  /// The payload is in the enum itself and may be changed there. For an indirect case it is a copy:
  /// the payload is in a box, an object on the heap, which other values may share. Returns `nil` if
  /// the case has no payload or one of an unknown type, and for a payload in a box that is or
  /// contains a function or metatype.
  @unsafe func withPayload<Result>(
    at value: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result? {
    guard let type = declared.payloadType else { return nil }
    let witnesses = shape.witnesses
    // Until `inject`, the memory holds the payload instead of an enum; the caller's access to it
    // is exclusive.
    unsafe witnesses.project(value, witnesses.metadata)
    defer { unsafe witnesses.inject(value, UInt32(tag), witnesses.metadata) }
    guard declared.isIndirect else { return unsafe body(value) }
    // A box may hold a function or metatype in another representation than generic code copies.
    guard CaseProof.isReadable(type) else { return nil }
    return unsafe withCopy(type, inBox: value.load(as: UnsafeRawPointer?.self), body)
  }

  /// Calls a function with a copy of the content of a box (5), which has this type; the content
  /// begins after the header, aligned.
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
