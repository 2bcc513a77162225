// The plain way to look into an enum is reflection: a `Mirror` names the case of a value and holds
// its payload. That is documented, works on each platform, and takes microseconds. Where enums can
// be read from memory (`EnumMemory`), a level is read with `EnumWitnesses` instead, in nanoseconds.

/// Identifies a case in its enum.
package enum CaseID: Hashable, Sendable {
  /// The number of the case, read from memory.
  case tag(Int)
  /// The name of the case, where only reflection is available.
  ///
  /// If the payload is a tuple, its type too: the type has the labels of the values, and two cases
  /// may differ in the labels alone.
  case name(String, ObjectIdentifier?)

  /// The case of a value; `nil` if the value is not an enum, or its case cannot be determined.
  init?<Root>(of root: Root) {
    if let witnesses = EnumWitnesses(of: Root.self) {
      // Safe: the witnesses are `Root`'s.
      self = .tag(unsafe witnesses.tag(of: root))
    } else if let level = CaseLevel(reflecting: root) {
      self = level.id
    } else {
      return nil
    }
  }
}

/// One level of an enum value: its case, and the payload, which may be an enum again.
///
/// Used by case paths and by all code that names cases. Owns a copy of the payload. May be used at
/// any time, on any thread.
struct CaseLevel {
  let id: CaseID
  let name: String
  /// The declared type of the payload, without a label; `nil` if the case has none, or one of an
  /// unknown type.
  let payloadType: (any Any.Type)?
  /// The payload, without a label; `nil` if the case has none, or one that is or contains a
  /// function or metatype, or has an unknown type.
  let payload: Any?
  /// The case, to read other values of it from memory; `nil` if the level was found by reflection.
  private(set) var step: CaseStep?
  /// Whether the name is what the enum's own `description` returns, which may be the same for
  /// another case.
  private(set) var isDescribed = false

  /// Returns `nil` if the value is not an enum, or if its case cannot be determined.
  init?(_ value: Any) {
    func read<Root>(_ root: Root) -> Self? { EnumShape.of(Root.self)?.level(of: root) }
    guard let level = read(value) ?? Self(reflecting: value) else { return nil }
    self = level
  }

  /// Makes the level that was read from memory.
  init(_ step: CaseStep, payload: Any?) {
    self.init(
      .tag(step.tag), step.declared.name, step.declared.payloadType ?? payload.map(boxedType),
      payload)
    self.step = step
  }

  private init(_ id: CaseID, _ name: String, _ payloadType: (any Any.Type)?, _ payload: Any?) {
    (self.id, self.name, self.payloadType, self.payload) = (id, name, payloadType, payload)
  }

  /// Reads the level by reflection.
  init?(reflecting value: Any) {
    let isOptional = TypeShape(of: boxedType(of: value)) == .optional
    guard isOptional || TypeShape(of: boxedType(of: value)) == .enumeration else { return nil }
    // The name of a case with a payload is the label of the mirror's only child. A case without a
    // payload has no child, and is named by what is printed of it.
    if let own = value as? any CaseNaming {
      self.init(own.namedCase.name, own.namedCase.payload)
    } else if let child = Mirror(reflecting: value).children.first {
      guard let name = child.label else { return nil }
      self.init(name, child.value)
    } else if let name = isOptional ? "none" : Self.name(ofEmpty: value) {
      self.init(name, nil)
      isDescribed =
        !isOptional
        && (value is any CustomStringConvertible || value is any CustomDebugStringConvertible
          || value is any TextOutputStreamable)
    } else {
      return nil
    }
  }

  /// Makes a level that was found by reflection.
  private init(_ name: String, _ payload: Any?) {
    let tuple = payload.map(boxedType).flatMap { TypeShape(of: $0) == .tuple ? $0 : nil }
    let payload = payload.map(Self.withoutLabel)
    let type = payload.map(boxedType)
    let isReadable = type.map(CaseProof.isReadable) ?? false
    self.init(
      .name(name, tuple.map { ObjectIdentifier($0) }), name, type, isReadable ? payload : nil)
  }

  /// The name of a case without a payload: what is printed of it, unless that is its type, as in a
  /// program without reflection metadata.
  private static func name(ofEmpty value: Any) -> String? {
    let name = "\(value)"
    return name == "\(type(of: value))" ? nil : name
  }

  /// The payload without its label: `case a(x: Int)` holds a tuple of one element.
  private static func withoutLabel(_ payload: Any) -> Any {
    guard TypeShape.elements(of: boxedType(of: payload))?.count == 1 else { return payload }
    return Mirror(reflecting: payload).children.first?.value ?? payload
  }

  /// The levels of a value, from the outermost enum inward; if cases are given, only as far as the
  /// value has these cases.
  static func levels(of root: Any, along ids: [CaseID]? = nil) -> [CaseLevel] {
    var levels: [CaseLevel] = []
    var next: Any? = root
    while levels.count < ids?.count ?? .max, let level = next.flatMap({ CaseLevel($0) }),
      ids.map({ $0[levels.count] == level.id }) ?? true
    {
      levels.append(level)
      next = level.payload
    }
    return levels
  }

  /// Whether a value is an enum whose case cannot be determined.
  static func isUnnamed(_ value: Any) -> Bool {
    let shape = TypeShape(of: boxedType(of: value))
    return (shape == .enumeration || shape == .optional) && CaseLevel(value) == nil
  }

  /// The payload as a value of a type, converted by a cast if need be.
  func payload<Value>(as type: Value.Type) -> Value? {
    // In two steps: a cast would turn `nil` into an optional `Value`.
    guard let payload else { return nil }
    return payload as? Value
  }

  /// The payload if its type is this one, apart from labels in tuples.
  func payload<Value>(exactly type: Value.Type) -> Value? {
    guard let payloadType, CaseProof.isSame(payloadType, type) else { return nil }
    return payload(as: type)
  }
}

/// An enum of the library that names the case of a value itself, because reflection cannot in a
/// program without reflection metadata.
protocol CaseNaming {
  var namedCase: (name: String, payload: Any?) { get }
}
