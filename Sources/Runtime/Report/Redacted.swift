/// A secret, which is replaced by a placeholder in recordings, pages, logs, and failures, but not
/// in memory or in files of shared keys.
///
/// ```swift
/// struct State: Codable, Equatable {
///   @Redacted var token = ""
/// }
///
/// enum Action: Codable, Equatable {
///   case signedIn(token: Redacted<String>)
/// }
/// ```
///
/// A replay uses the placeholder, so values that a reducer computes from the secret may differ
/// there. Two secrets are compared by their values.
@propertyWrapper
public struct Redacted<Value: Redactable> {
  /// The secret itself.
  public var wrappedValue: Value

  /// Makes a property with a secret.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Makes a secret, such as the payload of an action.
  public init(_ value: Value) { wrappedValue = value }
}

/// A type whose values have a placeholder, for ``Redacted``.
public protocol Redactable: SendableMetatype {
  /// The placeholder, written instead of the value where the value must not be seen.
  ///
  /// The placeholder of a placeholder is the same placeholder.
  var redacted: Self { get }
}

extension String: Redactable {
  /// `***`, unless the text is empty.
  public var redacted: String { isEmpty ? "" : "***" }
}

extension Optional: Redactable where Wrapped: Redactable {
  /// The placeholder of the value; `nil` without one.
  public var redacted: Wrapped? { map(\.redacted) }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomReflectable {
  /// The placeholder.
  public var description: String { ValueLine.text(wrappedValue.redacted) }

  /// The placeholder, without a label.
  @_documentation(visibility: internal)
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: CollectionOfOne(wrappedValue.redacted), displayStyle: .struct)
  }
}

extension Redacted: Decodable where Value: Decodable {
  /// Decodes the value, or the placeholder that was recorded.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }
}

extension Redacted: Encodable where Value: Encodable {
  /// Encodes the value; into a recording, the placeholder.
  public func encode(to encoder: any Encoder) throws {
    // Encoders of recordings are marked with the key. If there is no key, the secret stays hidden.
    let isRecording = Redaction.key.map { encoder.userInfo[$0] != nil } ?? true
    var container = encoder.singleValueContainer()
    try container.encode(isRecording ? wrappedValue.redacted : wrappedValue)
  }
}

/// Lets a recording hide `Redacted` values, and a replay find them.
package enum Redaction {
  /// The key in the `userInfo` of an encoder that marks encoders of recordings and digests.
  package static let key = CodingUserInfoKey(rawValue: "Ratchet.Redacted")

  /// Whether a value is a `Redacted`, or has one among its parts, up to `depth` levels.
  package static func isIn(_ value: Any, depth: Int = 5) -> Bool {
    guard depth > 0 else { return false }
    return value is any AnyRedacted
      || Mirror(reflecting: value).children.contains { isIn($0.value, depth: depth - 1) }
  }
}

/// A `Redacted` of any type.
private protocol AnyRedacted {}

extension Redacted: AnyRedacted {}
