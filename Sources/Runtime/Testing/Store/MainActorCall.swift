import Dispatch
import RatchetDependencies

/// Does something on the main actor for a thread that waits for it, but not for ever: the main
/// actor may be blocked until that very thread is done.
package enum MainActorCall {
  /// How many milliseconds a thread waits until the main actor begins.
  @TaskLocal package static var timeoutInMilliseconds = 5_000

  private enum Progress<Result> {
    /// Becomes `begun` on the main actor, or `abandoned` when the thread has waited too long.
    case pending
    /// Becomes `done`.
    case begun
    case done(Result)
    /// The main actor must not begin any more.
    case abandoned

    mutating func begin() -> Bool {
      guard case .pending = self else { return false }
      self = .begun
      return true
    }

    mutating func abandon() -> Bool {
      guard case .pending = self else { return false }
      self = .abandoned
      return true
    }
  }

  /// Returns what the body returned; `nil` if the main actor did not come to it, which it then
  /// never does.
  ///
  /// Must not be called on the main actor.
  static func result<Result: Sendable>(of body: @escaping @MainActor () -> Result) -> Result? {
    let progress = Locked(Progress<Result>.pending)
    let end = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      guard progress.withLock({ $0.begin() }) else { return }
      let result = MainActor.assumeIsolated { body() }
      progress.withLock { $0 = .done(result) }
      end.signal()
    }
    let isLate = end.wait(timeout: .now() + .milliseconds(timeoutInMilliseconds)) == .timedOut
    if isLate, progress.withLock({ $0.abandon() }) { return nil }
    if isLate { end.wait() }
    return progress.withLock { if case .done(let result) = $0 { result } else { nil } }
  }
}
