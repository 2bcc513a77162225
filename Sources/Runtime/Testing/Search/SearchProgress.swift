import Foundation
import RatchetDependencies
import Testing

/// Prints on standard error, every ten seconds, how far a search has come: an exploration, a
/// simulation, or the shortening of a failing run.
///
/// Counts the real time that the test itself takes. While the main queue has a *turn*, other tests
/// of a parallel suite run, so that time does not count.
struct SearchProgress {
  /// The total time of the turns of the main queue in the running search; `nil` outside a search.
  @TaskLocal private static var turns: Locked<Duration>?

  /// The start of the search, moved back by the time of the turns before it, so that `spent` can
  /// subtract all turns.
  private let start = ContinuousClock.now - Self.turnTime
  /// The time spent at which the next line is due.
  private var next = Duration.seconds(10)

  private static var turnTime: Duration { turns?.withLock { $0 } ?? .zero }

  /// The time that the test has taken; without the turns of the main queue inside `counting`.
  var spent: Duration { ContinuousClock.now - Self.turnTime - start }

  /// Runs a search, for which `takeTurn` adds up the time of the turns.
  @MainActor static func counting<Result>(_ search: () async -> Result) async -> Result {
    await $turns.withValue(Locked(.zero), operation: search)
  }

  /// Gives the main queue a turn, the time of which does not count.
  @MainActor static func takeTurn() async {
    guard let turns else { return await MainActor.runQueue() }
    let start = ContinuousClock.now
    await MainActor.runQueue()
    turns.withLock { $0 += ContinuousClock.now - start }
  }

  /// Prints a line with the seconds that the test has taken, if one is due.
  mutating func say(at location: SourceLocation, _ text: (_ seconds: Int) -> String) {
    Self.print(line(in: spent, text), at: location)
  }

  static func print(_ line: String?, at location: SourceLocation) {
    guard let line else { return }
    FileHandle.standardError.write(Data("\(location.fileID):\(location.line): \(line)\n".utf8))
  }

  /// The line to print after a time; `nil` if the last one was less than ten seconds ago.
  mutating func line(in time: Duration, _ text: (_ seconds: Int) -> String) -> String? {
    if time < next { return nil }
    let seconds = Int(time / .seconds(1))
    next = .seconds(seconds / 10 * 10 + 10)
    return text(seconds)
  }
}
