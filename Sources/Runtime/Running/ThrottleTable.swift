/// Records when throttled effects began and decides about the next one.
///
/// A subject is a feature's effects with one id. The path of that feature must stay in use: the
/// owner of the table keeps it for each recorded beginning and leaves it for each one that
/// `takeForgotten` returns.
struct ThrottleTable {
  /// What to do with an effect.
  enum Decision<Instant: InstantProtocol>: Equatable {
    case begins
    /// The effect waits, replacing one that is already waiting.
    case waits(until: Instant)
    case isDropped
  }

  /// The beginning of an effect.
  struct Beginning {
    /// The instant at which it began, on its clock.
    let instant: any Sendable
    let isPast: () -> Bool
  }

  private var beginnings: [CancelID: Beginning] = [:]
  private var limit = 16
  /// Holds user-defined ids and instants, to be released when the table is not being changed.
  private var forgotten: [(subject: CancelID, beginning: Beginning)] = []

  /// Whether nothing is recorded or waits to be released.
  var isEmpty: Bool { beginnings.isEmpty && forgotten.isEmpty }

  /// The subjects with a recorded beginning.
  var subjects: some Collection<CancelID> { beginnings.keys }

  /// Decides about an effect that arrives now, depending on whether another one of its subject is
  /// waiting; if it begins, that must be recorded.
  func decide<C: Clock>(
    _ subject: CancelID, _ clock: C, duration: C.Duration, latest: Bool, isAnotherWaiting: Bool
  ) -> Decision<C.Instant> {
    if isAnotherWaiting, !latest { return .isDropped }
    let now = clock.now
    if let begun = beginnings[subject]?.instant as? C.Instant {
      let end = begun.advanced(by: duration)
      if isAnotherWaiting || now < end { return .waits(until: end) }
    }
    // Another one waits although its window has passed and is forgotten: it has not begun yet.
    return isAnotherWaiting ? .waits(until: now) : .begins
  }

  /// Records that an effect begins now.
  mutating func recordBeginning<C: Clock>(
    of subject: CancelID, _ clock: C, duration: C.Duration
  ) {
    let now = clock.now
    let end = now.advanced(by: duration)
    let beginning = Beginning(instant: now, isPast: { clock.now >= end })
    if let old = beginnings.updateValue(beginning, forKey: subject) {
      forgotten.append((subject, old))
    }
    if beginnings.count > limit {
      forget { _, beginning in beginning.isPast() }
      limit = max(16, 2 * beginnings.count)
    }
  }

  /// Forgets the effects of removed features and of those below them.
  mutating func remove(_ removed: [PathTable.ID], in paths: PathTable) {
    if beginnings.isEmpty { return }
    let removed = Set(removed)
    forget { subject, _ in paths.lineage(of: subject.path).contains { removed.contains($0) } }
  }

  /// Forgets effects below the root whose window has passed.
  mutating func forgetPastBelowRoot() {
    if beginnings.isEmpty { return }
    forget { subject, beginning in subject.path != .root && beginning.isPast() }
  }

  private mutating func forget(where isMeant: (CancelID, Beginning) -> Bool) {
    for (subject, beginning) in beginnings where isMeant(subject, beginning) {
      forgotten.append((subject, beginning))
      beginnings[subject] = nil
    }
  }

  /// Takes what was forgotten, to be released when the table is not being changed.
  mutating func takeForgotten() -> [(subject: CancelID, beginning: Beginning)] {
    forgotten.isEmpty ? [] : exchange(&forgotten, with: [])
  }
}
