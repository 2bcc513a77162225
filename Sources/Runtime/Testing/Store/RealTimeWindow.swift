import RatchetDependencies

/// Limits the real time of one call of `TestStore.waiting(upTo:)`, in which a test store lets
/// effects continue that another thread resumes.
///
/// Used by `IssueSink`, which holds the window that is open now and adds its text to failures, and
/// by `TestRun`, which waits no longer than until it closes.
struct RealTimeWindow: Sendable {
  private let opened: ContinuousClock.Instant
  /// When the window closes; in a nested one, this may be sooner than its own limit.
  let closes: ContinuousClock.Instant

  /// Opens a window; a nested one never closes later than its outer one.
  init(limit: Duration, inside outer: RealTimeWindow?) {
    let limit = limit.capped
    opened = .now
    closes = min(opened + limit, outer?.closes ?? opened + limit)
  }

  /// How long the store has waited, for a failure in the window.
  var text: String {
    let now = ContinuousClock.now
    if now >= closes {
      return
        "Waited \(closes - opened) for something outside of the test store, all that "
        + "'waiting(upTo:)' allows."
    }
    return "Waited \(now - opened) of \(closes - opened) for something outside of the test store."
  }
}
