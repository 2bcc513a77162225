import RatchetDependencies

// Decides what happens to a debounced or throttled effect when it is entered (listed as in flight):
// whether it starts, waits, or is dropped. While it waits, a `WaitLeaf` is in flight instead: an
// effect that sleeps until the deadline and is then replaced by the delayed effect.

extension EffectRegistry {
  /// Returns what to enter now for a delayed effect: a leaf that waits, the effect itself, or
  /// nothing.
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
    let waiting = ledger.effects(id: subject.id, at: subject.path).first {
      effects[$0]?.waitsForThrottle == true
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
        carryOut(ledger.cancel(effect: waiting), .id, id: timing.id)
      }
      return self.waiting(tree, timing, context, until: end, on: clock) { registry in
        registry.recordBeginning(of: subject, clock, timing)
      }
    }
  }

  /// Records that a throttled effect begins; its subject is the throttle's id in one feature.
  ///
  /// The feature's path is kept in use until `releaseUnused` finds that this record was forgotten.
  private func recordBeginning<C: Clock<Duration>>(
    of subject: CancelID, _ clock: C, _ timing: EffectTiming
  ) {
    ledger.keep(subject.path)
    throttles.recordBeginning(of: subject, clock, duration: timing.duration)
  }

  /// Makes a leaf that sleeps until the deadline, and is then replaced by the delayed effect.
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

  /// Replaces a waiting effect with the delayed one, once the deadline has passed.
  private func replace(_ effect: RunningEffect, by tree: EffectTree, with context: EffectContext) {
    loop?.update {
      // From now on the ids belong to the delayed effect: a cancel that is part of that effect must
      // not reach the waiting effect, which ends below.
      ledger.forgetIDs(of: effect.node)
      enter(tree, context)
      ended(effect)
      releaseUnused()
    }
  }
}
