import RatchetTesting

@Suite("The state of an await for a completion handler")
struct CompletionStateTests {
  @Test("resumes with the first call, and reports each one after that")
  func calls() {
    #expect(
      answers(to: [.begin, .call, .call, .call]) == [
        "waits", "first", "repeated after a call", "repeated after a call",
      ])
  }

  @Test("does not begin when it was cancelled before")
  func cancelledBefore() {
    #expect(answers(to: [.cancel, .begin, .call]) == ["nothing", "is cancelled", "late"])
  }

  @Test("resumes with a cancellation once; a call after it is no mistake, the second is")
  func cancelledWhileWaiting() {
    #expect(
      answers(to: [.begin, .cancel, .cancel, .call, .call])
        == ["waits", "resume", "nothing", "late", "repeated after a cancellation"])
  }

  @Test("gives the canceller out once, to the cancellation that ends the wait")
  func canceller() {
    #expect(
      answers(to: [.begin, .setCanceller, .cancel, .cancel])
        == ["waits", "keeps", "resume and cancel", "nothing"])
  }

  @Test("has a canceller that comes after the cancellation called at once")
  func lateCanceller() {
    #expect(
      answers(to: [.begin, .cancel, .setCanceller, .cancel])
        == ["waits", "resume", "call now", "nothing"])
  }

  @Test("forgets the canceller with a call, and takes no other one")
  func cancellerAfterCall() {
    #expect(
      answers(to: [.begin, .setCanceller, .call, .setCanceller, .cancel])
        == ["waits", "keeps", "first", "ignores", "nothing"])
  }

  @Test("is not cancelled any more when the handler was called")
  func cancelAfterCall() {
    #expect(
      answers(to: [.begin, .call, .cancel, .setCanceller])
        == ["waits", "first", "nothing", "ignores"])
  }

  @Test("fails once, after which a call is late, and the second knows of the failure")
  func failure() {
    #expect(
      answers(to: [.begin, .setCanceller, .fail, .fail, .cancel, .call, .call])
        == ["waits", "keeps", "resume", "nothing", "nothing", "late", "repeated after a failure"])
  }

  // MARK: - Fixtures

  private enum Step { case begin, call, cancel, setCanceller, fail }

  private func answers(to steps: [Step]) -> [String] {
    var state = CompletionState<Int>()
    return steps.map { Self.answer(to: $0, &state) }
  }

  private static func answer(to step: Step, _ state: inout CompletionState<Int>) -> String {
    switch step {
    case .begin: return state.begin(7) ? "waits" : "is cancelled"
    case .call:
      switch state.call() {
      case .first: return "first"
      case .late: return "late"
      case .repeated(let end): return "repeated after a \(end)"
      }
    case .cancel:
      let (waiter, canceller) = state.cancel()
      guard waiter != nil else { return canceller == nil ? "nothing" : "cancel" }
      return canceller == nil ? "resume" : "resume and cancel"
    case .setCanceller:
      if state.setCanceller({}) { return "call now" }
      return state.canceller == nil ? "ignores" : "keeps"
    case .fail: return state.fail() == nil ? "nothing" : "resume"
    }
  }
}
