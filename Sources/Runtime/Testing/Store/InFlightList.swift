import Ratchet

/// Lists the effects in flight in a failure of a test store: what each of them waits for, and what
/// the test can do about it.
///
/// Made by `TestRun.inFlightList`; `TestRun` and `TestStore` put these texts into failures.
struct InFlightList {
  struct Item {
    let effect: EffectDescription
    let wait: EffectWait

    fileprivate var text: String { "\(effect)" + (wait.text.map { ": \($0)" } ?? "") }
  }

  let entries: [Item]

  var isEmpty: Bool { entries.isEmpty }

  /// The list without effects that the schedule has postponed: they can still run, and might have
  /// ended.
  var withoutPostponed: InFlightList {
    InFlightList(entries: entries.filter { if case .running = $0.wait { false } else { true } })
  }

  /// The list without subscriptions, which may be left at the end: they follow from the state.
  var withoutSubscriptions: InFlightList {
    InFlightList(entries: entries.filter { !$0.effect.isSubscription })
  }

  /// A line for each effect.
  var bulleted: String { entries.map(\.text).bulleted }

  var text: String { isEmpty ? "No effect is in flight." : "In flight:\n\n\(bulleted)" }

  /// If an effect waits for something outside the store's control, explains what that means, or
  /// that the store holds the effect back; otherwise returns `nil`.
  ///
  /// `limit` says for how long nothing has happened, such as "within 0.25 seconds"; `nil` in a
  /// real-time window, whose own text says so.
  func cause(_ limit: String?) -> String? {
    let outside = entries.filter(\.wait.isOutside)
    if outside.isEmpty { return nil }
    if outside.contains(where: \.wait.isHeld) {
      return """
        An effect was resumed from another thread and is being held. A resumption that arrives \
        before the effect suspends cannot be held, so this test is flaky.
        """
    }
    let cause = """
      Outside means another thread, a callback, a stream, or an unstructured 'Task'.
      """
    return limit.map { "\(cause) Nothing happened \($0)." } ?? cause
  }

  /// What the test can do so that an effect sends the expected action.
  var waysToSend: [String] {
    ways(inRealTime: "wait in real time with 'store.waiting(upTo:)'")
  }

  /// The ways that do not depend on the aim of the test; `way` is the one that uses real time.
  private func ways(inRealTime way: String) -> [String] {
    var ways: [String] = []
    if entries.contains(where: \.wait.isAsleep) {
      ways.append("advance the clock with 'store.advance(by:)'")
    }
    if entries.contains(where: \.wait.isOutside) {
      ways.append("override the dependency that the effect waits for")
      ways.append(way)
    }
    return ways
  }

  /// What the test can do so that the effects end.
  var waysToEnd: [String] {
    (entries.contains(where: \.wait.isForTest) ? ["receive the sent actions"] : [])
      + ways(inRealTime: "await its end with 'store.finish()' inside 'store.waiting(upTo:)'")
      + ["send the action that cancels it", "cancel the task that 'store.send' returned"]
  }
}

extension [String] {
  /// A line with a bullet for each element; equal elements in a row become one line with a count.
  var bulleted: String {
    Story.folded(self).map { "- \($0)" }.joined(separator: "\n")
  }

  /// The elements as alternatives in a sentence: `a, b, or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")), or \(last)"
  }
}
