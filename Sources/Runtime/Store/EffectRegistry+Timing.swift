import RatchetDependencies

extension EffectRegistry {
  /// Replaces an effect that has to wait by what is entered now: what waits for it, itself, or nothing.
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
      cancel(id: timing.id, at: entry.context.path)
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
    let context = entry.context
    let waiting = tables.ledger.effects(id: timing.id, at: context.path).first {
      tables.effects[$0]?.waitsForThrottle == true
    }
    let subject = ThrottleTable.Subject(path: tables.ledger.path(at: context.path), id: timing.id)
    let decision = throttles.decide(
      subject, clock, duration: timing.duration, latest: latest, isAnotherWaiting: waiting != nil)
    entry.context.add(timing.id)
    switch decision {
    case .begins: break
    case .isDropped: entry.tree = .none
    case .waits(let end):
      if let waiting { carryOut(tables.ledger.cancel(effect: waiting)) }
      wait(&entry, timing, until: end, on: clock) {
        $0.throttles.noteBeginning(of: subject, clock, duration: timing.duration)
      }
    }
  }

  /// Replaces an effect by what waits for it.
  private func wait<C: Clock<Duration>>(
    _ entry: inout Entry, _ timing: EffectTiming, until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (EffectRegistry) -> Void
  ) {
    let tree = entry.takeTree()
    let leaf = WaitLeaf(timing, until: deadline, on: clock) { [context = entry.context] in
      begin($0.registry)
      $0.registry.replace($0, by: tree, at: context)
    }
    entry.tree = .leaf(leaf)
  }

  /// Replaces an effect that waited by the one that it waited for.
  private func replace(_ effect: RunningEffect, by tree: EffectTree, at context: EffectContext) {
    host?.busy {
      // From now on its ids are those of what it waited for: a cancel in there means others, and it ends anyway.
      tables.ledger.forgetIDs(of: effect.node)
      enter(tree, context)
      ended(effect)
    }
  }
}
