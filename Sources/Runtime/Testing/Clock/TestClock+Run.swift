import Ratchet
public import Testing

extension TestClock {
  /// Moves the clock from deadline to deadline until no task sleeps on it.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// let task = Task { try await fetchThreeTimes(pausingOn: clock) }
  /// await clock.run()
  /// try await task.value
  /// ```
  ///
  /// Before each step, woken tasks get a chance to run, on the main actor and on other threads, and
  /// may sleep again. No clock can know that a task is about to sleep: on a busy machine, this may
  /// return before it does. If that matters, use a test store or, once the task sleeps, call
  /// ``advance(by:sourceLocation:)`` with the whole time, and await the task.
  ///
  /// The clock does not wait for a task that waits for something else. No real time passes. If
  /// tasks keep sleeping forever, this fails: after `timeout` of the clock's own time, or after
  /// 10,000 steps.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time by which to move the clock.
  ///   - sourceLocation: Where to record a failure.
  public func run(
    timeout: Duration = .seconds(86_400), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let start = now.offset
    var steps = 0
    while true {
      await Self.yieldToOtherTasks()
      guard let next = sleeping.first?.deadline else { return }
      if next - start > timeout || steps == TestLimits.current.clockSteps {
        return IssueRecorder.addUnlessExplored(
          Self.endless(sleeping.map(\.deadline), after: now.offset - start, steps),
          at: sourceLocation)
      }
      advance(by: next - now.offset)
      steps += 1
    }
  }

  /// Throws if a task sleeps on the clock, after giving tasks a chance to run.
  ///
  /// ```swift
  /// try await clock.checkSuspension()
  /// ```
  ///
  /// Use it at the end of a test to assert that no task is left sleeping. It may miss a task that
  /// is about to sleep, like ``run(timeout:sourceLocation:)``.
  public func checkSuspension() async throws {
    await Self.yieldToOtherTasks()
    let deadlines = sleeping.map { Instant(offset: $0.deadline) }
    if !deadlines.isEmpty { throw SuspensionError(deadlines: deadlines) }
  }

  /// The error that ``checkSuspension()`` throws if tasks sleep on the clock.
  package struct SuspensionError: Error, Hashable, CustomStringConvertible {
    /// The times at which the tasks would wake, earliest first.
    package let deadlines: [Instant]

    /// A message with the number of sleeping tasks and their deadlines.
    package var description: String {
      """
      \(TestClock.sleepers(deadlines.map(\.offset))). Only the clock can wake them: advance it, or \
      cancel them.
      """
    }
  }

  /// Gives all other tasks turns, on the main actor and on other threads.
  ///
  /// A turn is given at each priority: on Linux, each priority has threads of its own, so a turn at
  /// one does not let tasks of another run.
  private static func yieldToOtherTasks() async {
    for _ in 0..<TestLimits.current.quietTurns {
      for priority in [TaskPriority.background, .utility, .medium, .high] {
        await Task.detached(priority: priority) {}.value
      }
      await MainActor.runQueue()
    }
  }

  /// The failure text of `run` if tasks keep sleeping.
  private static func endless(
    _ deadlines: [Duration], after passed: Duration, _ steps: Int
  ) -> String {
    """
    The clock ran for \(passed), in \(steps) steps, and something still sleeps on it. \
    \(sleepers(deadlines)).

    A task that sleeps repeatedly, such as a timer, keeps the clock running forever. 'run' gives up \
    after its 'timeout', or \(TestLimits.current.clockSteps) steps (limit 'clockSteps'). To fix \
    this, end the task first, or use 'advance(by:)'.
    """
  }

  /// Says how many tasks sleep, and until when; lists the first five deadlines.
  private static func sleepers(_ deadlines: [Duration]) -> String {
    let shown = deadlines.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let rest = deadlines.count > 5 ? ", and \(deadlines.count - 5) later" : ""
    return deadlines.count == 1
      ? "1 task sleeps until \(shown)" : "\(deadlines.count) tasks sleep until \(shown)\(rest)"
  }
}
