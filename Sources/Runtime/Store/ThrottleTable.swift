/// When throttled effects began last, and what that means for the next one: a value that decides.
struct ThrottleTable {
  struct Key: Hashable {
    let path: [PathComponent]
    let id: AnyID
  }

  /// What becomes of an effect.
  enum Decision<Instant: InstantProtocol>: Equatable {
    case begins
    /// Waits, in the stead of the one that waits already.
    case waits(until: Instant)
    case isDropped
  }

  private struct Entry {
    /// The instant of the clock that it was measured with.
    let begun: any Sendable
    let isOver: () -> Bool
  }

  private var entries: [Key: Entry] = [:]
  private var limit = 16

  /// How many effects it remembers.
  var count: Int { entries.count }

  /// Decides what becomes of an effect that comes now, while another one with this key waits or none does.
  mutating func decide<C: Clock>(
    _ key: Key, _ clock: C, duration: C.Duration, latest: Bool, isAnotherWaiting: Bool
  ) -> Decision<C.Instant> {
    if isAnotherWaiting, !latest { return .isDropped }
    let now = clock.now
    if let begun = entries[key]?.begun as? C.Instant {
      let end = begun.advanced(by: duration)
      if isAnotherWaiting || now < end { return .waits(until: end) }
    }
    noteBeginning(of: key, clock, duration: duration)
    return .begins
  }

  /// Takes note that an effect begins now.
  mutating func noteBeginning<C: Clock>(of key: Key, _ clock: C, duration: C.Duration) {
    let now = clock.now
    entries[key] = Entry(begun: now, isOver: { clock.now >= now.advanced(by: duration) })
    if entries.count > limit { forgetPast() }
  }

  /// Forgets features that are not there any more.
  mutating func remove(below path: [PathComponent]) {
    entries = entries.filter { !$0.key.path.starts(with: path) }
  }

  /// In time, one step for each effect.
  private mutating func forgetPast() {
    entries = entries.filter { !$0.value.isOver() }
    limit = max(16, 2 * entries.count)
  }
}
