import RatchetDependencies
import Testing

/// Finds effects that wait forever under a schedule, though in order they end: what should resume
/// them came before they waited.
///
/// With exhaustivity on, each effect in flight at the end is a failure; with exhaustivity off, an
/// effect may be meant to stay, such as one that reads a stream. So a run of an exploration is
/// compared with a run in order. Used by `Exploration.perform`.
struct EffectsAtEnd: Sendable {
  /// How many effects of one line have started, how many were cancelled, and how many wait for
  /// something outside the test store at the end.
  struct Count: Sendable {
    var started = 0
    var cancelled = 0
    var waiting = 0
  }

  /// The counts by the name and line of the effects.
  private(set) var counts: [String: Count] = [:]

  mutating func addStarted(_ label: String) { counts[label, default: Count()].started += 1 }

  mutating func addCancelled(_ label: String) { counts[label, default: Count()].cancelled += 1 }

  mutating func addWaiting(_ label: String) { counts[label, default: Count()].waiting += 1 }

  var areAnyWaiting: Bool { counts.values.contains { $0.waiting > 0 } }

  /// The failure text if more effects of one line wait than in order, though no more were started
  /// and none was cancelled in order; `nil` otherwise.
  func lostWakeUp(inOrder: EffectsAtEnd) -> String? {
    let stuck = counts.filter { label, count in
      let usual = inOrder.counts[label] ?? Count()
      return count.waiting > usual.waiting && count.started <= usual.started
        && usual.cancelled == 0
    }
    guard let label = stuck.keys.min() else { return nil }
    return """
      An effect waits forever: \(label). In order it ends.

      What should resume it probably came before it waited. To fix this, let the effect look at \
      what it waits for when it begins to wait, as an 'AsyncStream' does, which keeps its elements.
      """
  }
}
