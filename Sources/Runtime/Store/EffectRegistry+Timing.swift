import RatchetDependencies

extension EffectRegistry {
  /// What is entered now for an effect that may have to wait: one that waits for it, the effect
  /// itself, or nothing.
  func delayed(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext
  ) -> EffectTree {
    let values = context.dependencies ?? dependencies
    let clock: any Clock<Duration> = timing.clock ?? values.continuousClock
    return delayed(tree, timing, context, on: clock)
  }

  private func delayed<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext, on clock: C
  ) -> EffectTree {
    switch timing.kind {
    case .debounce:
      cancel(id: timing.id, context)
      let deadline = clock.now.advanced(by: timing.duration)
      return waiting(tree, timing, context, until: deadline, on: clock) { _ in }
    case .throttle(let latest): return throttled(tree, timing, context, latest: latest, clock)
    }
  }

  private func throttled<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext, latest: Bool, _ clock: C
  ) -> EffectTree {
    let subject = CancelID(timing.id, at: context.path)
    let waiting = tables.ledger.effects(id: subject.id, at: subject.path).first {
      tables.effects[$0]?.waitsForThrottle == true
    }
    let decision = throttles.decide(
      subject, clock, duration: timing.duration, latest: latest, isAnotherWaiting: waiting != nil)
    switch decision {
    case .begins:
      recordBeginning(of: subject, clock, timing)
      return tree
    case .isDropped: return .none
    case .waits(let end):
      if let waiting {
        observation?.expectCancel(by: context.cause)
        carryOut(tables.ledger.cancel(effect: waiting), .id, id: timing.id)
      }
      return self.waiting(tree, timing, context, until: end, on: clock) { registry in
        registry.recordBeginning(of: subject, clock, timing)
      }
    }
  }

  /// The subject's path stays in use until `releaseUnused` finds that the subject was forgotten.
  private func recordBeginning<C: Clock<Duration>>(
    of subject: CancelID, _ clock: C, _ timing: EffectTiming
  ) {
    tables.ledger.keep(subject.path)
    throttles.recordBeginning(of: subject, clock, duration: timing.duration)
  }

  /// An effect that waits for another one, which it then enters.
  private func waiting<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext,
    until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (EffectRegistry) -> Void
  ) -> EffectTree {
    let inside = context.adding(timing.id)
    return .leaf(
      WaitLeaf(timing, until: deadline, on: clock) {
        begin($0.registry)
        $0.registry.replace($0, by: tree, with: inside)
      })
  }

  /// Replaces a waiting effect with the one it waited for.
  private func replace(_ effect: RunningEffect, by tree: EffectTree, with context: EffectContext) {
    loop?.update {
      // From now on its ids belong to the effect it waited for: a cancel in that one must not reach
      // this one, which ends anyway.
      tables.ledger.forgetIDs(of: effect.node)
      enter(tree, context)
      ended(effect)
      releaseUnused()
    }
  }
}

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
