import RatchetDependencies

extension Clock where Duration == Swift.Duration {
  /// The ticks of a timer: an endless sequence that ends when its task is cancelled.
  ///
  /// ```swift
  /// return .run(name: "timer") { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  /// }
  /// ```
  ///
  /// Tick n is due n intervals after the iteration began, however long each round of the loop
  /// takes: the timer does not drift. A round that takes longer than the interval misses ticks; the
  /// last missed tick is delivered at once, with its number. A non-positive interval is reported,
  /// and the sequence is empty; an interval of more than a thousand years counts as a thousand.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks.
  ///   - tolerance: How late a tick may be.
  ///   - fileID: Where to report a non-positive interval.
  ///   - line: Where to report a non-positive interval.
  /// - Returns: The numbers of the ticks, from 1.
  public func timer(
    interval: Swift.Duration, tolerance: Swift.Duration? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AsyncSequence<Int, Never> & Sendable {
    if interval <= .zero {
      report(
        """
        The interval of a timer is \(interval), which is not positive.

        The timer never ticks. To fix this, use a positive interval.
        """, fileID: fileID, line: line)
      return ClockTimer { nil }
    }
    let interval = interval.capped
    return ClockTimer {
      let start = now
      return { ticks in
        // The next tick or, if later ones were missed, the last one that is due. The limit is a
        // number that an `Int` can hold.
        let elapsed = min(start.duration(to: now) / interval, 0x1p62)
        let number = max(ticks + 1, Int(elapsed))
        try await sleep(until: start.advanced(by: interval * number), tolerance: tolerance)
        return number
      }
    }
  }
}

/// The ticks of a timer, made by `clock.timer(interval:)`.
///
/// Each iteration starts from tick 1.
private struct ClockTimer: AsyncSequence, Sendable {
  /// Sleeps until the tick after the given one and returns its number.
  typealias Sleep =
    nonisolated(nonsending) @Sendable (_ ticks: Int) async throws -> Int

  /// Called for each iteration: reads the time from which the ticks of the iteration count; returns
  /// `nil` if the timer never ticks.
  private let start: @Sendable () -> Sleep?

  init(_ start: @escaping @Sendable () -> Sleep?) {
    self.start = start
  }

  /// Starts the timer.
  func makeAsyncIterator() -> Iterator { Iterator(sleep: start()) }

  /// An iteration of a timer, whose time starts when it is made.
  struct Iterator: AsyncIteratorProtocol {
    /// Sleeps until a tick; `nil` once the timer has ended.
    private var sleep: Sleep?
    /// The number of the last tick.
    private var ticks = 0

    init(sleep: Sleep?) {
      self.sleep = sleep
    }

    /// Sleeps until the next tick and returns its number, or `nil` once the task is cancelled.
    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      guard let sleep else { return nil }
      do {
        ticks = try await sleep(ticks)
        return ticks
      } catch {
        if !(error is CancellationError) {
          report("A timer ended because its clock threw an error: \(ValueLine.text(error))")
        }
        self.sleep = nil
        return nil
      }
    }
  }
}
