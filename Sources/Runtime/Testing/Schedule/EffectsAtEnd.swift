/// The effects of one run of an exploration, to find lost wake-ups: effects that wait forever,
/// because the event that should have resumed them came before they began to wait.
///
/// With exhaustivity on, each effect in flight at the end is a failure; with exhaustivity off, an
/// effect may be meant to stay, such as one that reads a stream. So a run is compared with the run
/// under the schedule `inOrder`. Used by `Exploration.perform`. A *lane* is the executor of one
/// effect, and stands for the effect here.
struct EffectsAtEnd: Sendable {
  /// All effects that were started.
  var started: [Lane] = []
  /// The effects that were cancelled.
  var cancelled: [Lane] = []
  /// The effects that wait for something outside the test store when the store ends.
  var waiting: [Lane] = []

  /// Returns a failure text if an effect waits forever; `nil` if none does.
  ///
  /// Effects are compared by label (name and source line): one waits forever if more with its label
  /// wait at the end than in the run `inOrder`, although no more were started. A label is skipped
  /// if an effect with it was cancelled in the run `inOrder`: it may have waited until then.
  func lostWakeUp(inOrder: EffectsAtEnd) -> String? {
    let stuck = Set(waiting.map(\.label)).sorted().first { label in
      func count(_ lanes: [Lane]) -> Int { lanes.count { $0.label == label } }
      return count(waiting) > count(inOrder.waiting) && count(started) <= count(inOrder.started)
        && count(inOrder.cancelled) == 0
    }
    guard let stuck else { return nil }
    return """
      An effect waits forever: \(stuck). In the default order, it does not.

      Its wake-up probably fired before it started waiting. To fix this, check the condition \
      before waiting, or use an 'AsyncStream', which keeps its elements.
      """
  }
}
