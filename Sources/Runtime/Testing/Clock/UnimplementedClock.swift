import RatchetDependencies

/// A clock that must not be used: each use is reported.
///
/// ```swift
/// TestStore(initialState: Counter.State()) {
///   Counter()
/// } withDependencies: {
///   $0.continuousClock = UnimplementedClock()
/// }
/// ```
///
/// Use it to test a feature that must not wait. A sleep returns at once, unless its task is
/// cancelled, and the clock's time stays zero. The report goes to the log of the code that uses the
/// clock: in a test, it is a failure of that test.
public struct UnimplementedClock: Clock {
  private let origin: SourceOrigin

  /// Makes a clock whose reports name the line of this call.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    origin = SourceOrigin(fileID: fileID, line: line)
  }

  /// Reports the use and returns zero.
  @_documentation(visibility: internal)
  public var now: TestClock.Instant {
    report("now")
    return TestClock.Instant()
  }

  /// The smallest time step: one attosecond, the resolution of `Duration`.
  @_documentation(visibility: internal)
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Reports the use and returns at once.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  @_documentation(visibility: internal)
  public func sleep(until deadline: TestClock.Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    report("sleep(until:)")
  }

  private func report(_ use: String) {
    RatchetDependencies.report(
      """
      Unimplemented: '\(use)' was called on an 'UnimplementedClock'.

      To fix this, use a 'TestClock' or an 'ImmediateClock', or do not use time.
      """, fileID: origin.file, line: origin.line)
  }
}
