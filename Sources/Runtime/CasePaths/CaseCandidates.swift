import RatchetDependencies

/// The cases whose constructor a function could be, as far as its types tell.
struct CaseCandidates: Sendable {
  private let tags: [Int]
  private let key: Key

  /// Whether the types rule out every case.
  var isEmpty: Bool { tags.isEmpty }

  /// Whether the types allow more than one case.
  var areSeveral: Bool { tags.count > 1 }

  /// Whether the types allow a case.
  func contains(_ tag: Int) -> Bool { tags.contains(tag) }

  /// Finds the cases of a type that can hold a value of another; the witnesses must be those of
  /// `root`.
  ///
  /// Looked up once for each pair of types, because a view may make a path for each read.
  init(of root: any Any.Type, holding value: any Any.Type, _ witnesses: EnumWitnesses) {
    key = Key(root: ObjectIdentifier(root), value: ObjectIdentifier(value))
    let key = key
    if let known = Self.known.withLock({ $0[key] }) {
      tags = known
      return
    }
    let payloads = witnesses.payloadTypes
    let found = payloads.indices.filter { Self.mayHold(payloads[$0], value) }
    Self.known.withLock { $0[key] = found }
    tags = found
  }

  /// Whether a case other than these may still hold such a value: beside other values, or in a case
  /// of an enum that it holds.
  ///
  /// Looked up once for each pair of types and each case.
  func areBypassed(
    by tag: Int, of root: any Any.Type, holding value: any Any.Type
  ) -> Bool {
    if root == value { return true }
    if let known = Self.bypassing.withLock({ $0[key]?[tag] }) { return known }
    let found = CaseRoute(from: root, case: tag, to: value) != nil
    Self.bypassing.withLock { $0[key, default: [:]][tag] = found }
    return found
  }

  private struct Key: Hashable {
    let root: ObjectIdentifier
    let value: ObjectIdentifier
  }

  private static let known = Locked<[Key: [Int]]>([:])
  private static let bypassing = Locked<[Key: [Int: Bool]]>([:])

  private static func mayHold(_ payload: DeclaredPayload, _ value: any Any.Type) -> Bool {
    switch payload {
    case .none: value == Void.self
    case .unknown: true
    case .type(let declared): CaseProof.mayConvert(value, to: declared)
    }
  }
}

extension CaseProof {
  /// Whether a constructor that takes one type may have been converted to a function that takes
  /// another.
  ///
  /// `true` if that is unknown.
  static func mayConvert(_ value: any Any.Type, to declared: any Any.Type) -> Bool {
    if isSame(declared, value) { return true }
    switch TypeShape(of: declared) {
    case .structure: return !takesOneType(declared)
    case .enumeration: return false
    case .optional:
      guard let payload = wrapped(of: declared) else { return true }
      return mayConvert(wrapped(of: value) ?? value, to: payload)
    case .tuple(let elements):
      guard case .tuple(let others) = TypeShape(of: value) else { return false }
      return elements.count == others.count
        && zip(elements, others).allSatisfy { mayConvert($1.type, to: $0.type) }
    case .polymorphic:
      return declared is any AnyObject.Type ? TypeShape(of: value) == .polymorphic : true
    case .variable: return TypeShape(of: value) == .variable
    case .unknown: return true
    }
  }
}
