import Ratchet

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A JSON value of a recording, in the form that migrations and redactions change.
public enum RecordedJSON: Hashable, Sendable {
  /// The value `null`.
  case null
  /// True or false.
  case bool(Bool)
  /// A number without a fraction.
  case integer(Int64)
  /// A number without a fraction that is too large for `Int64`.
  case unsigned(UInt64)
  /// Any other number, or negative zero.
  case number(Double)
  /// A number with more digits than a `Double` has.
  case decimal(Decimal)
  /// A text.
  case string(String)
  /// Values one after the other.
  case array([RecordedJSON])
  /// Values by their names.
  case object([String: RecordedJSON])

  /// The member of an object with a name; `nil` if there is none, or the value is not an object.
  ///
  /// Setting it to `nil` removes the member. Does nothing if the value is not an object.
  public subscript(name: String) -> RecordedJSON? {
    get { if case .object(let members) = self { members[name] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  /// Gives the member of an object another name, if it has one under the old name.
  public mutating func rename(_ name: String, to newName: String) {
    guard let value = self[name] else { return }
    self[name] = nil
    self[newName] = value
  }
}

extension RecordedJSON: Codable {
  /// Encodes the value as JSON.
  @_documentation(visibility: internal)
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// Decodes any JSON.
  @_documentation(visibility: internal)
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = Self.number(value, in: container)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([RecordedJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: RecordedJSON].self))
    }
  }

  /// Decodes a number exactly as it is written; `value` is its nearest `Double`.
  private static func number(
    _ value: Double, in container: any SingleValueDecodingContainer
  ) -> RecordedJSON {
    // As an integer, negative zero would lose its sign.
    if value == 0, value.sign == .minus { return .number(value) }
    if let integer = try? container.decode(Int64.self) { return .integer(integer) }
    if let integer = try? container.decode(UInt64.self) { return .unsigned(integer) }
    // A `Decimal` only if the text of the `Double` is another number.
    guard let decimal = try? container.decode(Decimal.self),
      decimal != Decimal(string: "\(value)")
    else { return .number(value) }
    return .decimal(decimal)
  }
}
