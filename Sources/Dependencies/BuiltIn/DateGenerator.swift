#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source of dates.
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Makes a source that calls a closure for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A source that gives one date again and again.
  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  /// The next date; of the live source, the time of the call.
  public func callAsFunction() -> Date { generate() }

  /// The next date; of the live source, the time of the call.
  public var now: Date { generate() }
}

extension DependencyValues {
  /// The source of dates; there is no test value.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

enum DateKey: DependencyKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }
}
