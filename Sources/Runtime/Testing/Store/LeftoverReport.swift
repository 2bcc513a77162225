import Dispatch
import Foundation
import RatchetDependencies

/// What to report about the work that a test store leaves behind.
enum LeftoverReport: Sendable {
  case nothing
  case failure(String)
  case warning(String)
}

/// Reports what a test store leaves behind and ends its effects.
///
/// Called from a nonisolated `deinit`, on any thread: there the current test is still the right
/// one, whereas an isolated `deinit` loses it. What is left is looked up on the main actor.
nonisolated func reportLeftovers<State, Action>(_ run: TestRun<State, Action>) {
  let scope = LiveStores.remove(run)
  if MainQueue.isCurrent, let scope, MainActor.assumeIsolated({ run.mayContinue }) {
    scope.endLater(run)
  } else if MainQueue.isCurrent {
    run.issues.recordAtCreation(MainActor.assumeIsolated { run.end() })
  } else if Thread.isMainThread {
    // The main thread outside its queue: it cannot wait for itself.
    reportLeftoversLater(run)
  } else if let left = MainActorCall.result(of: { run.end() }) {
    run.issues.recordAtCreation(left)
  } else {
    run.issues.warnMainActorBlocked(after: MainActorCall.timeoutInMilliseconds)
    reportLeftoversLater(run)
  }
}

/// Reports once the main actor is free, in a task, which belongs to the current test.
nonisolated private func reportLeftoversLater<State, Action>(_ run: TestRun<State, Action>) {
  Task { @MainActor in run.issues.recordAtCreation(run.end()) }
}

extension TestRun {
  /// Ends all effects; returns what was left, unless the test has asserted that nothing is.
  ///
  /// Postponed work runs first, as far as it can without a turn of the main queue: an effect that
  /// needs one might have ended, and counts as ended. So does what takes a change of a shared value
  /// that was the last step of the test.
  func end() -> LeftoverReport {
    if !executor.isInOrder || core.isBehindStorage { runPostponed() }
    let left = isFinished ? nil : leftoverText()
    issues.addOutcome(core.state)
    core.shutDown()
    core.setInterceptor(nil)
    executor.jobs.close()
    clock.endSleeps()
    let report = exhaustivity.report(
      of: left, failure: "The test ended too early. ", warning: "Left at the end of the test. ")
    if case .nothing = report, let text = unusedDeviationsText { return .warning(text) }
    return report
  }

  /// Tells that the schedule asked for something that could not be done.
  private var unusedDeviationsText: String? {
    executor.random.unusedDeviations.map { deviations in
      """
      These deviations of the schedule were never possible: \(ValueLine.text(deviations))

      From there on the test ran in order, so it may not show what it should. Either the test or \
      the feature has changed since the schedule was printed, or its text was not copied exactly. \
      To fix this, explore the schedules again and take the one that is printed, or none.
      """
    }
  }

  /// Whether postponed work could still change what is left.
  var mayContinue: Bool { !executor.isInOrder && !isFinished && executor.isAnyUnsettled }

  func continueIfIdle() {
    if steps.isIdle() { Task { await comeToRest() } }
  }

  func comeToRest() async {
    // Effects that do not come to rest are in flight, which is reported.
    try? await settleAndAdvance(claimOnTheWay)
  }

  func endIfRetained() -> LeftoverReport {
    issues.addOutcome(core.state)
    if !isFinished, core.isBehindStorage { runPostponed() }
    guard !isFinished, let left = leftoverText() else { return .nothing }
    isFinished = true
    let text = """
      The test has ended, and something still holds its test store: a static property, a property \
      of an XCTestCase, or a reference cycle.\u{20}
      """
    return exhaustivity.report(of: left, failure: text, warning: text)
  }
}

/// Runs a closure on the main actor for a thread that waits, but not forever: the main actor may be
/// blocked by that very thread.
package enum MainActorCall {
  /// How long a thread waits, in milliseconds, for the main actor to begin.
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

  /// Returns the result of the closure, or `nil` if the main actor did not get to it, and then
  /// never will.
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
