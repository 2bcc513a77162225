import RatchetDependencies

// Decides what happens to a debounced or throttled effect when it is registered:
// whether it starts, waits, or is dropped. While it waits, a `WaitLeaf` is in flight: an effect
// that sleeps until the deadline and is then replaced by the delayed effect.

extension EffectRegistry {
  /// Adds a delayed effect: a leaf that waits, the effect itself, or nothing.
  func addDelayed(_ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext) {
    let values = context.dependencies ?? dependencies
    let clock: any Clock<Duration> = timing.clock ?? values.continuousClock(for: timing.origin)
    addDelayed(tree, timing, context, on: clock)
  }

  private func addDelayed<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext, on clock: C
  ) {
    guard case .throttle(let latest) = timing.rule else {
      cancel(id: timing.id, context)
      let deadline = clock.now.advanced(by: timing.duration)
      return addWait(before: tree, timing, context, until: deadline, on: clock) { _ in }
    }
    let feature = context.feature
    // An effect's innermost id names the throttle that it waits in; the others enclose that one.
    let waiting = feature.ids[timing.id]?.values.first { entry in
      (entry as? RunningEffect)?.kind == .throttle && entry.feature === feature
        && entry.ids.last?.matches(timing.id, feature) == true
    }
    if waiting != nil, !latest {
      return cancel(tree.waiting, .id, id: timing.id, by: context.cause)
    }
    let now = clock.now
    let begun = feature.throttles[timing.id]?.begun as? C.Instant
    let end = begun.map { $0.advanced(by: timing.duration) } ?? now
    if waiting == nil, now >= end {
      recordBeginning(in: feature, clock, timing)
      return registerPart(tree, context.adding(timing.id))
    }
    if let waiting { cancel([waiting], .id, id: timing.id, by: context.cause) }
    addWait(before: tree, timing, context, until: end, on: clock) { registry in
      registry.recordBeginning(in: feature, clock, timing)
    }
  }

  /// Records that a throttled effect begins, and that the time starts in which it holds others
  /// back.
  private func recordBeginning<C: Clock<Duration>>(
    in feature: Feature, _ clock: C, _ timing: EffectTiming
  ) {
    let now = clock.now
    let end = now.advanced(by: timing.duration)
    // From time to time, those are forgotten that are past.
    if feature.throttles.count >= 16, feature.throttles.count.nonzeroBitCount == 1 {
      forgetPastThrottles(in: feature)
    }
    released.append(feature.throttles)
    feature.throttles = feature.throttles.merging([timing.id: (now, { clock.now >= end })]) { $1 }
  }

  /// Adds a leaf that sleeps until the deadline, and is then replaced by the delayed effect.
  private func addWait<C: Clock<Duration>>(
    before tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext,
    until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (EffectRegistry) -> Void
  ) {
    var inside = context.adding(timing.id)
    let leaf = WaitLeaf(timing, until: deadline, on: clock) {
      begin($0.registry)
      $0.registry.replace($0)
    }
    guard let wait = addLeaf(leaf, inside) else { return }
    inside.enclosing.append(wait)
    // Most delayed effects are one leaf, which only a cancel of the wait can reach.
    let rest = if case .leaf = tree { tree } else { list(tree, inside) }
    wait.remainder = Remainder([rest], inside)
  }

  /// Replaces an effect that has waited with the delayed one, once the deadline has passed.
  private func replace(_ effect: RunningEffect) {
    guard let remainder = effect.remainder.take() else { return }
    loop?.update {
      // From now on the ids belong to the delayed effect: a cancel that is part of that effect must
      // not reach the waiting effect, which ends below.
      setIDs([], of: effect)
      while let tree = remainder.next() { register(tree, remainder.context) }
      ended(effect)
      releaseUnused()
    }
  }
}
