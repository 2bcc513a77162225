/// Decides whether a throttled effect begins, waits for the end of its window, or is dropped.
///
/// Used by the effect registry, which owns it. For each *subject*, the effects of one feature with
/// one throttle id, the table records when the last effect began: a window of the given duration
/// starts at that time.
///
/// The path of that feature must stay in use: the registry calls `Ledger.keep` for each recorded
/// beginning, and `Ledger.forget` for each one that `takeForgotten` returns.
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
    /// Whether the window after it has passed.
    let isPast: () -> Bool
  }

  private var beginnings: [CancelID: Beginning] = [:]
  /// How many beginnings to record before those are forgotten whose windows have passed.
  private var limit = 16
  /// How often `forgetPastBelowRoot` has been called since it last looked at the beginnings.
  private var skipped = 0
  /// Beginnings to release when the table is not being changed: releasing their user-defined ids
  /// and instants may run user code.
  private var forgotten: [(subject: CancelID, beginning: Beginning)] = []

  /// Whether nothing is recorded or waits to be released.
  var isEmpty: Bool { beginnings.isEmpty && forgotten.isEmpty }

  /// The subjects with a recorded beginning.
  var subjects: some Collection<CancelID> { beginnings.keys }

  /// Decides about an effect that arrives now, depending on whether another effect of its subject
  /// is waiting; after `begins`, the caller must call `recordBeginning`.
  func decide<C: Clock>(
    _ subject: CancelID, _ clock: C, duration: C.Duration, latest: Bool, isAnotherWaiting: Bool
  ) -> Decision<C.Instant> {
    if isAnotherWaiting, !latest { return .isDropped }
    let now = clock.now
    if let begun = beginnings[subject]?.instant as? C.Instant {
      let end = begun.advanced(by: duration)
      if isAnotherWaiting || now < end { return .waits(until: end) }
    }
    // Another effect may wait although the window has passed and is forgotten, because it has not
    // begun yet: the new effect replaces it.
    return isAnotherWaiting ? .waits(until: now) : .begins
  }

  /// Records that an effect begins now, and that its window starts.
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

  /// Forgets the beginnings in removed features and in the features below them; called when
  /// features have left the state.
  mutating func remove(_ removed: [PathTable.ID], in paths: PathTable) {
    if beginnings.isEmpty { return }
    let removed = Set(removed)
    forget { subject, _ in paths.lineage(of: subject.path).contains { removed.contains($0) } }
  }

  /// Forgets the beginnings in features below the root whose windows have passed; called before a
  /// search for removed features, because a record keeps the path of its feature in use.
  ///
  /// With more than 16 beginnings it looks at them only now and then: on average at 16 for each
  /// action, however many windows are open.
  mutating func forgetPastBelowRoot() {
    skipped += 1
    if beginnings.isEmpty || skipped * 16 < beginnings.count { return }
    skipped = 0
    forget { subject, beginning in subject.path != .root && beginning.isPast() }
  }

  private mutating func forget(where isMeant: (CancelID, Beginning) -> Bool) {
    for (subject, beginning) in beginnings where isMeant(subject, beginning) {
      forgotten.append((subject, beginning))
      beginnings[subject] = nil
    }
  }

  /// Takes the forgotten beginnings out of the table, for the caller to release.
  mutating func takeForgotten() -> [(subject: CancelID, beginning: Beginning)] {
    forgotten.isEmpty ? [] : exchange(&forgotten, with: [])
  }
}
