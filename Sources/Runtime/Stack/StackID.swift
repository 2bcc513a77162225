/// The id of an element of a ``Stack``: how many elements the stack had been given before.
///
/// The same in every run of a program and in its tests, which may write it as a number:
///
/// ```swift
/// store.send(.path(.pop(from: 0)))
/// ```
///
/// An id says nothing of which stack it is of: another stack has an element with the same id.
public struct StackID: Hashable, Sendable {
  @usableFromInline let number: Int

  /// Makes the id of the element before which a stack was given so many others.
  public init(_ number: Int) {
    self.number = number
  }
}

extension StackID: ExpressibleByIntegerLiteral {
  /// Makes the id of the element before which a stack was given so many others.
  public init(integerLiteral number: Int) {
    self.init(number)
  }
}

extension StackID: Comparable {
  /// Whether the one was given before the other.
  @inlinable
  public static func < (one: Self, other: Self) -> Bool { one.number < other.number }
}

extension StackID: Codable {
  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    try number.encode(to: encoder)
  }

  /// Decodes a number.
  public init(from decoder: any Decoder) throws {
    self.init(try Int(from: decoder))
  }
}

extension StackID: CustomStringConvertible, CustomReflectable {
  /// The number.
  public var description: String { "\(number)" }

  /// Has no parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
