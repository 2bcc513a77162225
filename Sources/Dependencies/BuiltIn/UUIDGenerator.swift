#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source of universally unique identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes a source that calls a closure for each identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Makes a source that counts: its identifiers are 0, 1, 2 and so on, as 128-bit numbers.
  ///
  /// Each access makes a source that starts at 0; copies of one source share its counter.
  public static var incrementing: UUIDGenerator {
    let count = Locked(0)
    return UUIDGenerator {
      count.withLock { count in
        defer { count += 1 }
        return UUID(count)
      }
    }
  }

  /// A source that always returns the same identifier.
  public static func constant(_ uuid: UUID) -> UUIDGenerator { UUIDGenerator { uuid } }

  /// The next identifier.
  public func callAsFunction() -> UUID {
    ReadTape.current?.read("uuid", generate) ?? generate()
  }
}

extension UUID {
  /// Makes the identifier with a number, as ``UUIDGenerator/incrementing`` does: `UUID(0)` is the
  /// first.
  ///
  /// A negative number is used as its bit pattern.
  public init(_ number: Int) {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      )
    )
  }
}

extension DependencyValues {
  /// The source of universally unique identifiers; it has no test value.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}

enum UUIDKey: BuiltInKey {
  static var property: String { "uuid" }
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
}
