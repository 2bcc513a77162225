import Dispatch
import Foundation

/// What is to be said of what a test store leaves behind.
enum EndOfTest: Sendable {
  case nothing
  case failure(String)
  case remark(String)
}

/// Reports what a test store leaves behind, and ends its effects.
///
/// Called from a plain `deinit`, on whatever thread that runs: there the current test is still the
/// right one, while an isolated `deinit` loses it. What is left is looked up on the main actor.
nonisolated func endOfTest<State, Action>(_ run: TestRun<State, Action>) {
  LiveStores.remove(run)
  if MainQueue.isCurrent {
    run.issues.recordAtCreation(MainActor.assumeIsolated { run.end() })
  } else if Thread.isMainThread {
    // The main thread outside of its queue: it cannot wait for itself.
    endLater(run)
  } else if let left = MainActorVisit.result(of: { run.end() }) {
    run.issues.recordAtCreation(left)
  } else {
    run.issues.remarkBlocked(after: MainActorVisit.longestWait)
    endLater(run)
  }
}

/// Does so when the main actor is free; in a task, which belongs to the current test.
nonisolated private func endLater<State, Action>(_ run: TestRun<State, Action>) {
  Task { @MainActor in run.issues.recordAtCreation(run.end()) }
}

extension TestRun {
  /// Ends all effects; returns what was left, unless the test has asserted that nothing is.
  func end() -> EndOfTest {
    let left = isFinished ? nil : leftOver()
    core.shutDown()
    core.setInterceptor(nil)
    executor.jobs.close()
    clock.endSleeps()
    return end(
      of: left, failure: "The test ended too early. ", remark: "Left at the end of the test. ")
  }

  func endOfKept() -> EndOfTest {
    guard !isFinished, let left = leftOver() else { return .nothing }
    isFinished = true
    let text = """
      The test has ended, and something still holds its test store: a static property, a property of an \
      XCTestCase, or a reference cycle. 
      """
    return end(of: left, failure: text, remark: text)
  }

  /// What is to be said of what is left, with a beginning.
  func end(of left: String?, failure: String = "", remark: String = "") -> EndOfTest {
    guard let left else { return .nothing }
    if exhaustivity == .on { return .failure(failure + left) }
    return exhaustivity.showsSkipped ? .remark(remark + left) : .nothing
  }
}
