import RatchetDependencies

/// The cases that an enum declares, read from its metadata once in a program.
///
/// Used by all code that looks inside enums. Owns what was read. May be used at any time, on any
/// thread.
final class EnumShape: Sendable {
  let witnesses: EnumWitnesses
  let cases: [DeclaredCase]

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

/// One step on the way from an enum to a value nested in it: a case of one enum.
struct CaseStep: Sendable {
  let shape: EnumShape
  let tag: Int

  var declared: DeclaredCase { shape.cases[tag] }

  /// The enum that is the payload; `nil` if the payload is no enum.
  var next: EnumShape? { declared.payloadType.flatMap(EnumShape.of) }

  /// The payload at an address, which must hold a value of this case, with its declared type.
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
  /// The payload is in the enum itself and may be changed there; but the payload of an indirect
  /// case is a copy, because other values may share the box. `nil` if the case has no payload, or
  /// one of an unknown type, or one in a box that is or contains a function or metatype.
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
