import Ratchet

extension TestRun {
  /// The effects in flight, each with what it waits for, a line each.
  var waiting: [String] {
    core.inFlight.live.map { effect in
      "\(core.inFlight.describe(effect)): \(wait(of: effect))"
    }
  }

  private func wait(of effect: RunningEffect) -> String {
    let parked = inbox.parked.filter { $0.effect === effect }
    if !parked.isEmpty {
      return "sent " + parked.map { "\($0.action)" }.joined(separator: ", ") + ", not received"
    }
    guard let live = executor.live.values.first(where: { $0.effect === effect }) else {
      return "has not started, because an action that was sent before has not been received"
    }
    if let deadline = clock.deadlines(of: live.lane).first {
      return "sleeps until \(deadline), in \(deadline - clock.now.offset)"
    }
    let answers = executor.jobs.heldCount
    let held = answers == 0 ? "" : ", and another thread has resumed \(answers) of its tasks"
    return "waits for something outside of the test store\(held)"
  }
}
