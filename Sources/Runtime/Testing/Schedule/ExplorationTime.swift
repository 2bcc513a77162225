import Foundation
import RatchetDependencies
import Testing

/// The real time of an exploration: when it ends, and what it prints meanwhile.
package struct ExplorationTime {
  /// The limit of an exploration that is given none.
  @TaskLocal package static var defaultLimit = Duration.seconds(60)

  private let start = ContinuousClock.now
  private let limit: Duration
  private let isDefault: Bool
  private var lineTime = Duration.seconds(10)
  private var isOver = false

  package init(_ limit: Duration?) {
    self.limit = limit ?? Self.defaultLimit
    isDefault = limit == nil
  }

  /// Prints a line every ten seconds; returns whether the time is over.
  mutating func end(after count: Int, at location: SourceLocation) -> Bool {
    let time = ContinuousClock.now - start
    if let line = line(after: count, in: time) {
      FileHandle.standardError.write(Data("\(location.fileID):\(location.line): \(line)\n".utf8))
    }
    isOver = time >= limit
    return isOver
  }

  /// The line to print after a time; `nil` if the last one was less than ten seconds ago.
  package mutating func line(after count: Int, in time: Duration) -> String? {
    if time < lineTime { return nil }
    let seconds = Int(time / .seconds(1))
    lineTime = .seconds(seconds / 10 * 10 + 10)
    return """
      \(count) schedules ran in \(seconds) s, \(count / seconds) a second, and none failed. This \
      ends after \(limit.components.seconds) s; 'exploreSchedules(…, for: .seconds(30))' sets \
      another limit.
      """
  }

  /// What to say if the default limit ended the exploration.
  func note(after count: Int, left: Int) -> String? {
    guard isDefault, isOver, left > 0 else { return nil }
    return """
      The exploration stopped after \(limit.components.seconds) s, the default limit. \(count) \
      schedules ran, and at least \(left) did not.

      To fix this, explore fewer deviations or seeds, or set a limit: \
      'exploreSchedules(.random(1_000), for: .seconds(600))'.
      """
  }
}
