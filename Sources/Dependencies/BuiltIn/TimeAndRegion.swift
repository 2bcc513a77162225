#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DependencyValues {
  /// A clock that keeps running while the system sleeps.
  ///
  /// It has no test value: no test waits in real time unnoticed; a test store sets its own clock.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stops while the system sleeps.
  ///
  /// It has no test value: no test waits in real time unnoticed; a test store sets its own clock.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

extension DependencyValues {
  /// The clock, if it was replaced with one that a test moves.
  package var manualClock: (any ManualClock)? {
    overrideValue(for: ContinuousClockKey.self) as? any ManualClock
  }
}

enum ContinuousClockKey: BuiltInKey {
  static var property: String { "continuousClock" }
  static var liveValue: any Clock<Duration> { ContinuousClock() }
}

enum SuspendingClockKey: BuiltInKey {
  static var property: String { "suspendingClock" }
  static var liveValue: any Clock<Duration> { SuspendingClock() }
}

/// A clock that a test moves, and that knows how much time has passed since its start.
///
/// `TestClock` of `RatchetTesting` conforms to it.
package protocol ManualClock: Sendable {
  var elapsed: Duration { get }
}

/// A source of dates.
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Makes a source that calls a closure for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A source that always returns the same date.
  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  /// A source of dates that move with a clock, such as that of a test store.
  ///
  /// ```swift
  /// $0.date = .following($0.continuousClock)
  /// ```
  ///
  /// Set it in the `withDependencies` of the store, after the clock: a test store has a clock of
  /// its own unless it is given one.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - start: The date at the start of a `TestClock`. For any other clock, the date when this is
  ///     called.
  /// - Returns: The source.
  public static func following(
    _ clock: any Clock<Duration>, from start: Date = Date(timeIntervalSince1970: 0)
  ) -> DateGenerator {
    let elapsed = elapsed(of: clock)
    return DateGenerator { start.addingTimeInterval(elapsed() / .seconds(1)) }
  }

  /// The time since the start of a manual clock; for any other clock, since this call.
  private static func elapsed<Source: Clock<Duration>>(
    of clock: Source
  ) -> @Sendable () -> Duration {
    if let clock = clock as? any ManualClock { return { clock.elapsed } }
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The next date; from the live source, the time of the call.
  public func callAsFunction() -> Date {
    ReadTape.current?.read("date", generate) ?? generate()
  }

  /// The next date; from the live source, the time of the call.
  public var now: Date { self() }
}

extension DependencyValues {
  /// The source of dates; it has no test value.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

enum DateKey: BuiltInKey {
  static var property: String { "date" }
  static var liveValue: DateGenerator { DateGenerator { Date() } }
}

extension DependencyValues {
  /// The user's calendar, which follows the settings; it has no test value.
  public var calendar: Calendar {
    get { read(CalendarKey.self, frozen: \.frozen) }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's language and region, which follow the settings; it has no test value.
  public var locale: Locale {
    get { read(LocaleKey.self, frozen: \.frozen) }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's time zone, which follows the settings; it has no test value.
  public var timeZone: TimeZone {
    get { read(TimeZoneKey.self, frozen: \.frozen) }
    set { self[TimeZoneKey.self] = newValue }
  }
}

enum CalendarKey: BuiltInKey {
  static var property: String { "calendar" }
  static var liveValue: Calendar { .autoupdatingCurrent }
}

enum LocaleKey: BuiltInKey {
  static var property: String { "locale" }
  static var liveValue: Locale { .autoupdatingCurrent }
}

enum TimeZoneKey: BuiltInKey {
  static var property: String { "timeZone" }
  static var liveValue: TimeZone { .autoupdatingCurrent }
}

// A calendar, locale or time zone that follows the user's settings is encoded without the settings,
// so a replay would get those of another machine or time. Therefore a recorded reducer gets a copy
// with the settings of that moment (`frozen`). The copy is recorded, and a replay gets it, too.

extension DependencyValues {
  /// Returns the value of a key; for a recorded reducer, a frozen copy; in a replay, the recorded
  /// copy.
  ///
  /// `ReadTape`, which the dependencies of recorded stores and of replays have, records the copy.
  private func read<Key: BuiltInKey>(
    _ key: Key.Type, frozen: (Key.Value) -> Key.Value
  ) -> Key.Value {
    guard let tape = overrideValue(for: ReadTapeKey.self) ?? nil else { return self[key] }
    return tape.read(key.property) { frozen(self[key]) }
  }
}

extension Calendar {
  fileprivate var frozen: Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.locale = locale?.frozen
    calendar.timeZone = timeZone.frozen
    calendar.firstWeekday = firstWeekday
    calendar.minimumDaysInFirstWeek = minimumDaysInFirstWeek
    return calendar
  }
}

extension Locale {
  fileprivate var frozen: Locale { Locale(identifier: identifier) }
}

extension TimeZone {
  fileprivate var frozen: TimeZone { TimeZone(identifier: identifier) ?? self }
}
