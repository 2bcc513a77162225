import RatchetDependencies

extension InFlight {
  /// Puts in the place of an effect that has to wait what is entered now: what waits for it, itself, or nothing.
  func wait(_ entry: inout Entry, _ timing: EffectTiming) {
    let values = entry.place.dependencies ?? dependencies
    let clock: any Clock<Duration> = timing.clock ?? values.continuousClock
    wait(&entry, timing, on: clock)
  }

  private func wait<C: Clock<Duration>>(
    _ entry: inout Entry, _ timing: EffectTiming, on clock: C
  ) {
    switch timing.kind {
    case .debounce:
      cancel(id: timing.id, at: entry.place.path)
      entry.place.add(timing.id)
      let deadline = clock.now.advanced(by: timing.duration)
      wait(&entry, timing, until: deadline, on: clock) { _ in }
    case .throttle(let latest):
      throttle(&entry, timing, latest: latest, clock)
    }
  }

  private func throttle<C: Clock<Duration>>(
    _ entry: inout Entry, _ timing: EffectTiming, latest: Bool, _ clock: C
  ) {
    let place = entry.place
    let waiting = tables.ledger.effects(id: timing.id, at: place.path).first {
      tables.effects[$0]?.waitsForThrottle == true
    }
    let subject = ThrottleTable.Subject(path: tables.ledger.path(at: place.path), id: timing.id)
    let decision = throttles.decide(
      subject, clock, duration: timing.duration, latest: latest, isAnotherWaiting: waiting != nil)
    entry.place.add(timing.id)
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

  /// Puts in the place of an effect what waits for it.
  private func wait<C: Clock<Duration>>(
    _ entry: inout Entry, _ timing: EffectTiming, until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (InFlight) -> Void
  ) {
    let tree = entry.takeTree()
    let leaf = WaitLeaf(timing, until: deadline, on: clock) { [place = entry.place] in
      begin($0.inFlight)
      $0.inFlight.replace($0, by: tree, at: place)
    }
    entry.tree = .leaf(leaf)
  }

  /// Enters an effect into the place of one that waited for it.
  private func replace(_ effect: RunningEffect, by tree: EffectTree, at place: EffectPlace) {
    host?.busy {
      // From now on its ids are those of what it waited for: a cancel in there means others, and it ends anyway.
      tables.ledger.forgetIDs(of: effect.node)
      enter(tree, place)
      ended(effect)
    }
  }
}
