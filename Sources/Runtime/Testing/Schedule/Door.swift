import RatchetDependencies

/// The time in which a test store lets in what comes from outside.
struct Door: Sendable {
  private let opened: ContinuousClock.Instant
  private let limit: Duration
  let closes: ContinuousClock.Instant

  /// Opens the door; one inside of another does not stay open longer.
  init(limit: Duration, inside outer: Door?) {
    opened = .now
    self.limit = limit
    closes = min(opened + limit, outer?.closes ?? opened + limit)
  }

  /// How long was waited, for a failure.
  var text: String {
    let now = ContinuousClock.now
    if now >= closes {
      return
        "Waited \(closes - opened) for what is outside of the test store, all that 'waiting(upTo:)' allows."
    }
    return "Waited \(now - opened) of \(limit) for what is outside of the test store."
  }
}

extension JobList {
  /// Returns when a job can run, or something else has arrived; false if nothing has by then.
  ///
  /// Returns early, with false, when the calling task is cancelled.
  @MainActor func arrival(before deadline: ContinuousClock.Instant) async -> Bool {
    if Task.isCancelled || ContinuousClock.now >= deadline { return !isEmpty }
    let bell = LaneSignal()
    ring(bell)
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      bell.open()
    }
    await withTaskCancellationHandler {
      await bell.wait()
    } onCancel: {
      bell.open()
    }
    timer.cancel()
    ring(nil)
    return !Task.isCancelled && (ContinuousClock.now < deadline || !isEmpty)
  }
}
