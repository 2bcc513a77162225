import Dispatch

/// Runs what a schedule has left for later when a test has done nothing with its store for a while:
/// the test may wait for what effects do, such as a value that they yield to a stream.
///
/// Looked at twenty times a second while there are such effects; a test that only takes steps of
/// its store is never that slow, and so does the same each time.
@MainActor enum IdleStores {
  private static var isWatching = false
  private static let interval = DispatchTimeInterval.milliseconds(50)

  static func watch() {
    if isWatching { return }
    isWatching = true
    DispatchQueue.main.asyncAfter(deadline: .now() + interval) {
      MainActor.assumeIsolated { look() }
    }
  }

  private static func look() {
    isWatching = false
    let runs = LiveStores.runs().filter(\.mayContinue)
    for run in runs { run.continueIfIdle() }
    if !runs.isEmpty { watch() }
  }
}

/// Which step of a test is at work, to know when there is none for a while.
struct StepCount {
  private var begun = 0
  private var isAtWork = false
  /// How many steps had begun when it was last asked for.
  private var seen = -1

  mutating func begin() {
    begun += 1
    isAtWork = true
  }

  mutating func end() {
    isAtWork = false
  }

  /// Whether there was no step since the last call.
  mutating func isIdle() -> Bool {
    defer { seen = begun }
    return !isAtWork && seen == begun
  }
}
