import RatchetDependencies

// Decides what happens to a debounced or throttled effect when it is registered (listed as in
// flight): whether it starts, waits, or is dropped. While it waits, another effect is in flight for
// it, the *wait*: its leaf, a `WaitLeaf`, sleeps until the deadline. Then the delayed effect
// replaces the wait.

extension EffectRegistry {
  /// Adds a debounced or throttled effect: a wait, the effect itself, or nothing.
  func addDelayed(_ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext) {
    let values = context.dependencies ?? dependencies
    let clock: any Clock<Duration> = timing.clock ?? values.continuousClock(for: timing.origin)
    addDelayed(tree, timing, context, on: clock)
  }

  /// Does the same with a clock of known type, whose instants can be compared.
  ///
  /// A debounced effect cancels the effects with its id, and waits. A throttled effect starts at
  /// once if none waits and none began within the duration. Otherwise it waits for the end of the
  /// duration; if another one waits already, it replaces that one if `latest` is true, and is
  /// dropped if not.
  private func addDelayed<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext, on clock: C
  ) {
    guard case .throttle(let latest) = timing.rule else {
      cancel(id: timing.id, context)
      let deadline = clock.now.advanced(by: timing.duration)
      return addWait(before: tree, timing, context, until: deadline, on: clock) { _ in }
    }
    let feature = context.feature
    // The wait of this throttle. Its last id is the throttle's; the others were given around it.
    let waiting = feature.ids[timing.id]?.values.first { entry in
      (entry as? RunningEffect)?.kind == .throttle && entry.feature === feature
        && entry.ids.last?.matches(timing.id, feature) == true
    }
    if waiting != nil, !latest {
      // The effect is dropped. If it was a later part of a sequence, it has been listed.
      return cancel(tree.waiting, .id, id: timing.id, by: context.cause)
    }
    let now = clock.now
    // The time is over if none has begun, or if the last one began on a clock of another type.
    let begun = feature.throttles[timing.id]?.begun as? C.Instant
    let end = begun.map { $0.advanced(by: timing.duration) } ?? now
    if waiting == nil, now >= end {
      recordBeginning(in: feature, clock, timing)
      return addTree(tree, context.adding(timing.id))
    }
    if let waiting { cancel([waiting], .id, id: timing.id, by: context.cause) }
    addWait(before: tree, timing, context, until: end, on: clock) { registry in
      registry.recordBeginning(in: feature, clock, timing)
    }
  }

  /// Records that a throttled effect begins: from now on, for the throttle's duration, others with
  /// its id have to wait.
  private func recordBeginning<C: Clock<Duration>>(
    in feature: Feature, _ clock: C, _ timing: EffectTiming
  ) {
    let now = clock.now
    let end = now.advanced(by: timing.duration)
    // At 16, 32, 64, ... throttles, forgets those whose time is over.
    if feature.throttles.count >= 16, feature.throttles.count.nonzeroBitCount == 1 {
      forgetPastThrottles(in: feature)
    }
    released.append(feature.throttles)
    feature.throttles = feature.throttles.merging([timing.id: (now, { clock.now >= end })]) { $1 }
  }

  /// Adds a wait: an effect that sleeps until the deadline, and is then replaced by the delayed
  /// one; `begin` is called just before that.
  private func addWait<C: Clock<Duration>>(
    before tree: EffectTree, _ timing: EffectTiming, _ context: EffectContext,
    until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (EffectRegistry) -> Void
  ) {
    var inside = context.adding(timing.id)
    let leaf = WaitLeaf(timing, until: deadline, on: clock) { effect in
      begin(effect.registry)
      effect.registry.replace(effect)
    }
    guard let wait = addLeaf(leaf, inside) else { return }
    inside.enclosing.append(wait)
    // Lists the delayed effects as waiting, so that a cancel by their own ids reaches them. Most
    // are one leaf without such ids, which need not be listed: a cancel of the wait ends it.
    let rest = if case .leaf = tree { tree } else { list(tree, inside) }
    wait.remainder = Remainder([rest], inside)
  }

  /// Replaces a wait (`effect`) with its remainder, the delayed effect, once the deadline has
  /// passed.
  private func replace(_ effect: RunningEffect) {
    guard let remainder = effect.remainder.take() else { return }
    loop?.update {
      // From now on the ids belong to the delayed effect: a cancel that is part of that effect must
      // not reach the wait, which ends below.
      setIDs([], of: effect)
      while let tree = remainder.next() { register(tree, remainder.context) }
      // Last: without a member, the parent would end.
      ended(effect)
      releaseUnused()
    }
  }
}
