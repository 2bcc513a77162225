import Foundation
import Testing

/// Prints on standard error, every ten seconds, how far a search has come: an exploration, a
/// simulation, or the shortening of a failing run.
struct SearchProgress {
  private let start = ContinuousClock.now
  private var next = Duration.seconds(10)

  /// Prints a line for the seconds since the start, if one is due.
  mutating func say(at location: SourceLocation, _ text: (_ seconds: Int) -> String) {
    Self.print(line(in: ContinuousClock.now - start, text), at: location)
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
