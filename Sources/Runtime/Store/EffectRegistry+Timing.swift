import RatchetDependencies

extension EffectRegistry {
  /// Replaces an effect that may have to wait by what is entered now: an effect that waits for it,
  /// the effect itself, or nothing.
  func wait(_ entry: inout Entry, _ timing: EffectTiming) {
    let values = entry.context.dependencies ?? dependencies
    let clock: any Clock<Duration> = timing.clock ?? values.continuousClock
    wait(&entry, timing, on: clock)
  }

  private func wait<C: Clock<Duration>>(
    _ entry: inout Entry, _ timing: EffectTiming, on clock: C
  ) {
    switch timing.kind {
    case .debounce:
      cancel(id: timing.id, entry.context)
      entry.context.add(timing.id)
      let deadline = clock.now.advanced(by: timing.duration)
      wait(&entry, timing, until: deadline, on: clock) { _ in }
    case .throttle(let latest):
      throttle(&entry, timing, latest: latest, clock)
    }
  }

  private func throttle<C: Clock<Duration>>(
    _ entry: inout Entry, _ timing: EffectTiming, latest: Bool, _ clock: C
  ) {
    let subject = CancelID(timing.id, at: entry.context.path)
    let waiting = tables.ledger.effects(id: subject.id, at: subject.path).first {
      tables.effects[$0]?.waitsForThrottle == true
    }
    let decision = throttles.decide(
      subject, clock, duration: timing.duration, latest: latest, isAnotherWaiting: waiting != nil)
    entry.context.add(timing.id)
    switch decision {
    case .begins: recordBeginning(of: subject, clock, timing)
    case .isDropped: entry.tree = .none
    case .waits(let end):
      if let waiting {
        observation?.expectCancel(by: entry.context.cause)
        carryOut(tables.ledger.cancel(effect: waiting), .id(timing.id))
      }
      wait(&entry, timing, until: end, on: clock) { registry in
        registry.recordBeginning(of: subject, clock, timing)
      }
    }
  }

  /// The path of the subject stays in use until `releaseUnused` finds that it was forgotten.
  private func recordBeginning<C: Clock<Duration>>(
    of subject: CancelID, _ clock: C, _ timing: EffectTiming
  ) {
    tables.ledger.keep(subject.path)
    throttles.recordBeginning(of: subject, clock, duration: timing.duration)
  }

  /// Replaces an effect by one that waits for it.
  private func wait<C: Clock<Duration>>(
    _ entry: inout Entry, _ timing: EffectTiming, until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (EffectRegistry) -> Void
  ) {
    let tree = entry.takeTree()
    let leaf = WaitLeaf(timing, until: deadline, on: clock) { [context = entry.context] in
      begin($0.registry)
      $0.registry.replace($0, by: tree, with: context)
    }
    entry.tree = .leaf(leaf)
  }

  /// Replaces an effect that has waited by what it waited for.
  private func replace(_ effect: RunningEffect, by tree: EffectTree, with context: EffectContext) {
    loop?.update {
      // From now on its ids are those of what it waited for: a cancel in there means others, and it
      // ends anyway.
      tables.ledger.forgetIDs(of: effect.node)
      enter(tree, context)
      ended(effect)
      releaseUnused()
    }
  }
}

/// When throttled effects began last, and what that means for the next one: a value that decides.
///
/// What is limited is a feature's effects with one id. The path of that feature has to stay in use:
/// whoever owns the table keeps it for each beginning that is recorded, and leaves it for each that
/// is handed out by `takeForgotten`.
struct ThrottleTable {
  /// What becomes of an effect.
  enum Decision<Instant: InstantProtocol>: Equatable {
    case begins
    /// Waits, instead of the one that waits already.
    case waits(until: Instant)
    case isDropped
  }

  /// The beginning of an effect.
  struct Beginning {
    /// The instant of the clock that it was measured with.
    let instant: any Sendable
    let isPast: () -> Bool
  }

  private var beginnings: [CancelID: Beginning] = [:]
  private var limit = 16
  /// Holds ids and instants of the user's, to be released when the table does not change.
  private var forgotten: [(subject: CancelID, beginning: Beginning)] = []

  /// Whether it remembers nothing, and has nothing to be released.
  var isEmpty: Bool { beginnings.isEmpty && forgotten.isEmpty }

  /// Whose beginnings it remembers.
  var subjects: some Collection<CancelID> { beginnings.keys }

  /// Decides what becomes of an effect that comes now, while another one of its kind waits or none
  /// does; if it begins, that has to be recorded.
  func decide<C: Clock>(
    _ subject: CancelID, _ clock: C, duration: C.Duration, latest: Bool, isAnotherWaiting: Bool
  ) -> Decision<C.Instant> {
    if isAnotherWaiting, !latest { return .isDropped }
    let now = clock.now
    if let begun = beginnings[subject]?.instant as? C.Instant {
      let end = begun.advanced(by: duration)
      if isAnotherWaiting || now < end { return .waits(until: end) }
    }
    // If another one waits, its time has passed and is forgotten, but it has not begun yet.
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

  /// Forgets the effects of removed features, and of those below them.
  mutating func remove(_ removed: [PathTable.ID], in paths: PathTable) {
    if beginnings.isEmpty { return }
    let removed = Set(removed)
    forget { subject, _ in paths.lineage(of: subject.path).contains { removed.contains($0) } }
  }

  /// Forgets effects below the root whose time has passed.
  mutating func forgetPastBelowRoot() {
    if beginnings.isEmpty { return }
    forget { subject, beginning in subject.path != .root && beginning.isPast() }
  }

  private mutating func forget(where isMeant: (CancelID, Beginning) -> Bool) {
    for (subject, beginning) in beginnings where isMeant(subject, beginning) {
      forgotten.append((subject, beginning))
      beginnings[subject] = nil
    }
    beginnings.shrinkIfSparse()
  }

  /// Takes what was forgotten, to be released when the table does not change.
  mutating func takeForgotten() -> [(subject: CancelID, beginning: Beginning)] {
    forgotten.isEmpty ? [] : exchange(&forgotten, with: [])
  }
}
