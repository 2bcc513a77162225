import Dispatch
import Foundation
import RatchetDependencies

/// Runs a closure on the main actor while another thread waits for the result.
///
/// The wait is limited, because the main actor may in turn be blocked until that thread continues.
/// Used to look up what is left in a test store, when the store is released on another thread and
/// when the process exits.
package enum MainActorCall {
  private enum Progress<Result> {
    /// The closure has not begun. Becomes `begun` on the main actor, or `abandoned` when the thread
    /// has waited too long.
    case pending
    /// The closure runs. Becomes `done`.
    case begun
    case done(Result)
    /// The thread has given up: the main actor must not begin any more.
    case abandoned

    /// Called on the main actor; returns whether the closure may run.
    mutating func begin() -> Bool {
      guard case .pending = self else { return false }
      self = .begun
      return true
    }

    /// Called by the waiting thread; returns whether the closure will not run.
    mutating func abandon() -> Bool {
      guard case .pending = self else { return false }
      self = .abandoned
      return true
    }
  }

  /// Returns the result of the closure; `nil` if the main actor was not free in time, and then the
  /// closure never runs.
  ///
  /// Do not call it on the main actor, which would wait for itself.
  static func result<Result: Sendable>(of body: @escaping @MainActor () -> Result) -> Result? {
    let progress = Locked(Progress<Result>.pending)
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      guard progress.withLock({ $0.begin() }) else { return }
      let result = MainActor.assumeIsolated { body() }
      progress.withLock { $0 = .done(result) }
      end.signal()
    }
    let isLate =
      end.wait(timeout: .now() + TestLimits.current.mainActorTime / .seconds(1)) == .timedOut
    if isLate, progress.withLock({ $0.abandon() }) { return nil }
    // The closure has begun in time, so it gets the time that it needs.
    if isLate { end.wait() }
    return progress.withLock { if case .done(let result) = $0 { result } else { nil } }
  }
}
