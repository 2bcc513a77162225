import RatchetDependencies

/// The time in which a test store lets in what comes from outside.
struct RealTimeWindow: Sendable {
  private let opened: ContinuousClock.Instant
  private let limit: Duration
  let closes: ContinuousClock.Instant

  /// Opens a window; one inside another never closes later.
  init(limit: Duration, inside outer: RealTimeWindow?) {
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
    let arrivalSignal = LaneSignal()
    notifyArrival(to: arrivalSignal)
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      arrivalSignal.open()
    }
    await withTaskCancellationHandler {
      await arrivalSignal.wait()
    } onCancel: {
      arrivalSignal.open()
    }
    timer.cancel()
    notifyArrival(to: nil)
    return !Task.isCancelled && (ContinuousClock.now < deadline || !isEmpty)
  }
}
