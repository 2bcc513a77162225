/// Reports what a test store leaves behind, and ends its effects.
///
/// Called from a plain `deinit`: there the current test is still the right one, while an isolated one loses
/// it. A store that is released on another thread is ended by the main actor soon after.
nonisolated func endOfTest<State, Action>(_ run: TestRun<State, Action>, _ issues: IssueSink) {
  if MainQueue.isCurrent {
    MainActor.assumeIsolated { run.end(issues) }
  } else {
    Task { @MainActor in run.end(issues) }
  }
}

extension TestRun {
  func end(_ issues: IssueSink) {
    issues.location = issues.creation
    if !isFinished, let left = leftOver() { issues.record("The test ended too early. \(left)") }
    core.shutDown()
    core.setInterceptor(nil)
    executor.jobs.close()
  }
}
