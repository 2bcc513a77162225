/// The id of an element of a ``Stack``: the number of elements pushed before it.
///
/// It is the same in every run of a program and in its tests, which may write it as a number:
///
/// ```swift
/// store.send(.path(.pop(from: 0)))
/// ```
///
/// Ids are unique within one stack only: another stack may have an element with the same id.
public struct StackID: Hashable, Sendable {
  @usableFromInline let number: Int

  /// Makes the id of the element that is pushed after `number` others.
  package init(_ number: Int) {
    self.number = number
  }
}

extension StackID: ExpressibleByIntegerLiteral {
  /// Makes the id of the element that is pushed after `number` others.
  public init(integerLiteral number: Int) {
    self.init(number)
  }
}

extension StackID: Comparable {
  /// Whether one id was issued before the other.
  @_documentation(visibility: internal)
  @inlinable
  public static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

extension StackID: Codable {
  /// Encodes the number.
  @_documentation(visibility: internal)
  public func encode(to encoder: any Encoder) throws {
    try number.encode(to: encoder)
  }

  /// Decodes a number.
  @_documentation(visibility: internal)
  public init(from decoder: any Decoder) throws {
    self.init(try Int(from: decoder))
  }
}

extension StackID: CustomStringConvertible, CustomReflectable {
  /// The number.
  public var description: String { "\(number)" }

  /// Has no children.
  @_documentation(visibility: internal)
  public var customMirror: Mirror { Mirror(self, children: []) }
}
