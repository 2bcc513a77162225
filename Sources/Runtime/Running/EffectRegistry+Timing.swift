import RatchetDependencies

// Decides what happens to a debounced or throttled effect when it is entered (listed as in flight):
// whether it starts, waits, or is dropped. While it waits, a `WaitLeaf` is in flight: an effect
// that sleeps until the deadline and is then replaced by the delayed effect.

extension EffectRegistry {
  /// Enters a delayed effect: a leaf that waits, the effect itself, or nothing.
  func add(_ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext) {
    let values = context.dependencies ?? dependencies
    let clock: any Clock<Duration> = timing.clock ?? values.continuousClock(for: timing.origin)
    add(tree, timing, context, on: clock)
  }

  private func add<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext, on clock: C
  ) {
    switch timing.kind {
    case .debounce:
      cancel(id: timing.id, context)
      let deadline = clock.now.advanced(by: timing.duration)
      add(tree, timing, context, until: deadline, on: clock) { _ in }
    case .throttle(let latest): addThrottled(tree, timing, context, latest: latest, clock)
    }
  }

  private func addThrottled<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext, latest: Bool, _ clock: C
  ) {
    let subject = CancelID(timing.id, at: context.path)
    // An effect's innermost id names the throttle that it waits in; the others enclose that one.
    let waiting = ledger.effects(id: subject.id, at: subject.path).first {
      effects[$0]?.kind == .throttle && ledger.slots[$0].ids.last == subject
    }
    let decision = throttles.decide(
      subject, clock, duration: timing.duration, latest: latest, isAnotherWaiting: waiting != nil)
    switch decision {
    case .begins:
      recordBeginning(of: subject, clock, timing)
      add(tree, context.adding(timing.id))
    case .isDropped:
      if tree.waiting.isEmpty { return }
      carryOut(ledger.cancel(effects: tree.waiting), .id, id: timing.id, by: context.cause)
    case .waits(let end):
      if let waiting {
        carryOut(ledger.cancel(effects: [waiting]), .id, id: timing.id, by: context.cause)
      }
      add(tree, timing, context, until: end, on: clock) { registry in
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

  /// Enters a leaf that sleeps until the deadline, and is then replaced by the delayed effect.
  private func add<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext,
    until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (EffectRegistry) -> Void
  ) {
    var inside = context.adding(timing.id)
    let leaf = WaitLeaf(timing, until: deadline, on: clock) {
      begin($0.registry)
      $0.registry.replace($0)
    }
    guard let node = add(leaf, inside) else { return }
    inside.holders.append(node)
    // Most delayed effects are one leaf, which only a cancel of the wait can reach.
    let rest = if case .leaf = tree { tree } else { list(tree, inside) }
    remainders[node] = Remainder([rest], inside)
  }

  /// Replaces an effect that has waited with the delayed one, once the deadline has passed.
  private func replace(_ effect: RunningEffect) {
    guard let remainder = remainders.removeValue(forKey: effect.node) else { return }
    loop?.update {
      // From now on the ids belong to the delayed effect: a cancel that is part of that effect must
      // not reach the waiting effect, which ends below.
      ledger.forgetIDs(of: effect.node)
      for tree in remainder.parts { enter(tree, remainder.context) }
      ended(effect)
      releaseUnused()
    }
  }
}
