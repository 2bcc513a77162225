import RatchetDependencies

extension InFlight {
  /// Enters an effect that has to wait.
  func enter(_ tree: EffectTree, _ timing: EffectTiming, _ place: EffectPlace) {
    let values = place.dependencies ?? dependencies
    let clock: any Clock<Duration> = timing.clock ?? values.continuousClock
    enter(tree, timing, on: clock, place)
  }

  private func enter<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, on clock: C, _ place: EffectPlace
  ) {
    switch timing.kind {
    case .debounce:
      cancel(id: timing.id, at: place.path)
      var place = place
      place.ids.append(CancelID(timing.id, at: place.path))
      let deadline = clock.now.advanced(by: timing.duration)
      let leaf = WaitLeaf(timing, until: deadline, on: clock) { [place] in
        $0.inFlight.replace($0, by: tree, at: place)
      }
      enter(.leaf(leaf), place)
    case .throttle(let latest):
      throttle(tree, timing, latest: latest, clock, place)
    }
  }

  private func throttle<C: Clock<Duration>>(
    _ tree: EffectTree, _ timing: EffectTiming, latest: Bool, _ clock: C, _ place: EffectPlace
  ) {
    let waiting = tables.ledger.effects(id: timing.id, at: place.path).first {
      tables.effects[$0]?.waitsForThrottle == true
    }
    let subject = ThrottleTable.Subject(path: tables.ledger.path(at: place.path), id: timing.id)
    let decision = throttles.decide(
      subject, clock, duration: timing.duration, latest: latest, isAnotherWaiting: waiting != nil)
    var place = place
    place.ids.append(CancelID(timing.id, at: place.path))
    switch decision {
    case .begins: enter(tree, place)
    case .isDropped: break
    case .waits(let end):
      if let waiting { carryOut(tables.ledger.cancel(effect: waiting)) }
      let leaf = WaitLeaf(timing, until: end, on: clock) { [place] in
        $0.inFlight.throttles.noteBeginning(of: subject, clock, duration: timing.duration)
        $0.inFlight.replace($0, by: tree, at: place)
      }
      enter(.leaf(leaf), place)
    }
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
