import Dispatch
import Foundation

/// Reports what a test store leaves behind, and ends its effects.
///
/// Called from a plain `deinit`, on whatever thread that runs: there the current test is still the right one, while
/// an isolated `deinit` loses it. What is left is looked up on the main actor.
nonisolated func endOfTest<State, Action>(_ run: TestRun<State, Action>, _ issues: IssueSink) {
  let left: String?
  if MainQueue.isCurrent {
    left = MainActor.assumeIsolated { run.end() }
  } else if Thread.isMainThread {
    // The main thread outside of its queue: it cannot wait for itself.
    Task { @MainActor in issues.recordAtCreation(run.end()) }
    return
  } else {
    left = DispatchQueue.main.sync { MainActor.assumeIsolated { run.end() } }
  }
  issues.recordAtCreation(left)
}

extension TestRun {
  /// Ends all effects; returns what was left, unless the test has asserted that nothing is.
  func end() -> String? {
    let left = isFinished ? nil : leftOver()
    core.shutDown()
    core.setInterceptor(nil)
    executor.jobs.close()
    return left
  }
}
