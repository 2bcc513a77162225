import Dispatch
import Foundation

/// What is to be said of what a test store leaves behind.
enum LeftoverReport: Sendable {
  case nothing
  case failure(String)
  case warning(String)
}

/// Reports what a test store leaves behind, and ends its effects.
///
/// Called from a plain `deinit`, on whatever thread that runs: there the current test is still the
/// right one, while an isolated `deinit` loses it. What is left is looked up on the main actor.
nonisolated func reportLeftovers<State, Action>(_ run: TestRun<State, Action>) {
  LiveStores.remove(run)
  if MainQueue.isCurrent {
    run.issues.recordAtCreation(MainActor.assumeIsolated { run.end() })
  } else if Thread.isMainThread {
    // The main thread outside of its queue: it cannot wait for itself.
    reportLeftoversLater(run)
  } else if let left = MainActorCall.result(of: { run.end() }) {
    run.issues.recordAtCreation(left)
  } else {
    run.issues.warnMainActorBlocked(after: MainActorCall.timeoutInMilliseconds)
    reportLeftoversLater(run)
  }
}

/// Does so when the main actor is free; in a task, which belongs to the current test.
nonisolated private func reportLeftoversLater<State, Action>(_ run: TestRun<State, Action>) {
  Task { @MainActor in run.issues.recordAtCreation(run.end()) }
}

extension TestRun {
  /// Ends all effects; returns what was left, unless the test has asserted that nothing is.
  func end() -> LeftoverReport {
    let left = isFinished ? nil : leftoverText()
    core.shutDown()
    core.setInterceptor(nil)
    executor.jobs.close()
    clock.endSleeps()
    return end(
      of: left, failure: "The test ended too early. ", warning: "Left at the end of the test. ")
  }

  func endIfRetained() -> LeftoverReport {
    guard !isFinished, let left = leftoverText() else { return .nothing }
    isFinished = true
    let text = """
      The test has ended, and something still holds its test store: a static property, a property of an \
      XCTestCase, or a reference cycle. 
      """
    return end(of: left, failure: text, warning: text)
  }

  /// What is to be said of what is left, with a beginning.
  func end(of left: String?, failure: String = "", warning: String = "") -> LeftoverReport {
    guard let left else { return .nothing }
    if exhaustivity == .on { return .failure(failure + left) }
    return exhaustivity.showsSkipped ? .warning(warning + left) : .nothing
  }
}
