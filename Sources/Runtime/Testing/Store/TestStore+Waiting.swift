import Ratchet
public import Testing

extension TestStore {
  /// Lets effects wait for what the store does not control, in real time: a socket, a process,
  /// another thread.
  ///
  /// ```swift
  /// await store.waiting(upTo: .seconds(5)) {
  ///   await store.receive(.connected)
  /// }
  /// ```
  ///
  /// Everywhere else, what another thread resumes is held back. In the body a step that finds
  /// nothing to receive, or something left to finish, waits for it, and goes on as soon as it has
  /// come. The limit is for the whole body. A failure in it says how long was waited. In a nested
  /// call the nearer limit holds.
  ///
  /// - Important: The store cannot see, and so not hold back, what another thread resumes before
  ///   the effect has suspended: a callback on a dispatch queue, or the end of a detached task, may
  ///   come within microseconds. A test that lets effects wait for such things and does not use
  ///   this method passes or fails by chance.
  ///
  /// - Parameters:
  ///   - limit: How long the body may wait, in all.
  ///   - sourceLocation: Where failures are recorded.
  ///   - body: The steps that need it.
  /// - Throws: What the body throws.
  public func waiting(
    upTo limit: Duration, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async rethrows {
    issues.location = sourceLocation
    let issues = issues
    let outer = issues.realTimeWindow
    issues.realTimeWindow = RealTimeWindow(limit: limit, inside: outer)
    run.executor.jobs.openRealTimeWindow()
    defer {
      issues.realTimeWindow = outer
      if outer == nil { run.executor.jobs.closeRealTimeWindow() }
    }
    await perform { try await run.settleAndAdvance() }
    try await body()
  }
}
