public import Ratchet

/// A state whose fields have names, so that a ``Ratchet/FieldChange`` is `Codable`, and a feature
/// with ``Ratchet/Fields`` can be recorded.
///
/// ```swift
/// struct State: Equatable, CodableFields {
///   var name = ""
///   var address = Address()
///
///   static let codableFields: [CodableField<Self>] = [
///     .init("name", \.name), .init("city", \.address.city),
///   ]
/// }
/// ```
///
/// A ``Ratchet/FieldChange`` is an action's value that sets one field of the state. It identifies
/// the field by a key path, which cannot be encoded: the field's name is encoded instead. A change
/// of a field that is not listed cannot be encoded.
public protocol CodableFields: SendableMetatype {
  /// The fields that actions change, each with a unique name.
  static var codableFields: [CodableField<Self>] { get }
}

/// A field of a state and its name in a recording.
public struct CodableField<State>: Sendable {
  fileprivate let name: String
  /// Encodes the name and the new value of this field; if the change is to another field, encodes
  /// nothing and returns false.
  fileprivate let encode:
    @Sendable (FieldChange<State>, inout any UnkeyedEncodingContainer) throws -> Bool
  /// Decodes the value that follows the name.
  fileprivate let decode:
    @Sendable (inout any UnkeyedDecodingContainer) throws -> FieldChange<State>

  /// Names a field.
  ///
  /// - Parameters:
  ///   - name: The name in a recording. Keep it when you rename the field.
  ///   - field: The field, which may be nested.
  public init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ field: any WritableKeyPath<State, Value> & Sendable
  ) {
    self.name = name
    encode = { change, container in
      guard let value = change.value(of: field) else { return false }
      try container.encode(name)
      try container.encode(value)
      return true
    }
    decode = { .set(field, try $0.decode(Value.self)) }
  }
}

extension FieldChange: Codable where State: CodableFields {
  /// Encodes the name of the field and its new value, as a list of two elements.
  @_documentation(visibility: internal)
  public func encode(to encoder: any Encoder) throws {
    var container: any UnkeyedEncodingContainer = encoder.unkeyedContainer()
    for field in State.codableFields where try field.encode(self, &container) { return }
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "the field is not in 'codableFields' of '\(State.self)'"))
  }

  /// Decodes what `encode` has encoded.
  @_documentation(visibility: internal)
  public init(from decoder: any Decoder) throws {
    var container: any UnkeyedDecodingContainer = try decoder.unkeyedContainer()
    let name = try container.decode(String.self)
    guard let field = State.codableFields.first(where: { $0.name == name }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(State.self)' has no field '\(name)'")
    }
    self = try field.decode(&container)
  }
}
