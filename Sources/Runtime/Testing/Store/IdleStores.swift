import Dispatch

/// Runs effects that a schedule has postponed, once a test has done nothing with its store for a
/// while: the test may be waiting for something that such an effect does, such as yielding a value
/// to a stream.
///
/// Used by a test store whose step has left such effects, under any schedule but `inOrder`. Checks
/// after each `TestLimits.idleInterval` while there are such effects. A store is idle if it took no
/// step between two checks. A test that only takes steps of its store is never idle, so it stays
/// deterministic.
@MainActor enum IdleStores {
  /// Whether a check is scheduled.
  private static var isWatching = false

  /// Schedules a check of all test stores, unless one is scheduled already.
  static func watch() {
    if isWatching { return }
    isWatching = true
    DispatchQueue.main.asyncAfter(deadline: .now() + TestLimits.current.idleInterval / .seconds(1))
    {
      MainActor.assumeIsolated { check() }
    }
  }

  /// Lets the postponed effects of idle stores run; repeats the check while there are any.
  private static func check() {
    isWatching = false
    let runs = LiveStores.runs().filter(\.mayContinue)
    for run in runs { run.continueIfIdle() }
    if !runs.isEmpty { watch() }
  }
}

/// Counts the steps that a test takes with its store, to detect when it has taken none for a while.
struct StepCount {
  /// The number of steps begun.
  private var begun = 0
  private var isInStep = false
  /// The number of steps begun at the last check; -1 before the first one, which therefore never
  /// finds the store idle.
  private var seen = -1

  mutating func begin() {
    begun += 1
    isInStep = true
  }

  mutating func end() {
    isInStep = false
  }

  /// Whether there was no step since the last call.
  mutating func isIdle() -> Bool {
    defer { seen = begun }
    return !isInStep && seen == begun
  }
}
