import Ratchet

extension TestRun {
  /// Owes the test a duration, and lets as much of it pass as can.
  func advance(by duration: Duration) async throws(Exhausted) {
    try await settle()
    owed += duration
    try await passTime()
  }

  /// Lets time that is owed pass, from deadline to deadline, until an action is parked.
  func passTime() async throws(Exhausted) {
    while owed > .zero, inbox.isEmpty {
      let now = clock.now.offset
      let step = clock.nextDeadline.map { min($0 - now, owed) } ?? owed
      owed -= step
      var due = clock.move(to: now + step)
      trace.add(.time(now + step))
      executor.order(&due)
      for sleeper in due { sleeper.continuation.resume() }
      try await settle()
    }
  }
}
