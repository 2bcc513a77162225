import RatchetDependencies

// What a core does for the observers of its store. They are told at once, while actions are queued:
// so what they send is reduced after what they are told of, and no reducer is re-entered.

// These functions are not inlined: for generic types in the code of the loop, their metadata would
// be looked up for each action of a store that has no observers. (a: twice as many instructions)

extension Core {
  var isObserved: Bool { feed != nil }

  var records: (any EffectRecords)? { feed?.records }

  /// Tells observers what they were not told yet, and does what follows from what they have done,
  /// unless an outer call will.
  @inline(never) func tellObservers() {
    // What reducers call is told when they have returned: until then the state cannot be read.
    guard let feed, feed.hasWaiting, !isReducing else { return }
    tell(feed)
    if work != .none, !isQueueing { inForce { settle() } }
  }

  private func tell(_ feed: EventFeed<State, Action>) {
    let outer = phase
    if !isQueueing { phase = .reducing }
    inForce { feed.tell() }
    phase = outer
  }

  @inline(never) func tellBeginning() {
    guard let feed else { return }
    inForce { feed.begin(box.value) }
  }

  @inline(never) func tellEnd() {
    feed.take()?.end()
  }

  /// Reduces an action of a store with mirrors or observers, who are told before and after.
  @inline(never)
  func reduceSpecially(
    _ action: Action, in cascade: Cascade?, from sender: RunningEffect?
  ) -> Cascade? {
    guard let feed else {
      let work = reduceUnobserved(action, from: sender)
      return workOut(work, of: action, in: cascade, from: sender)
    }
    let source = sender.source
    feed.add(.received(action, from: source))
    tellObservers()
    // An observer has released the store.
    if !isObserved { return nil }
    feed.current = action
    let before = box.value
    let start = ContinuousClock.now
    let work = reduceUnobserved(action, from: sender)
    let duration = start.duration(to: .now)
    feed.add(
      .reduced(action, from: source, before: before, after: box.value, duration: duration))
    tellObservers()
    let entered = workOut(work, of: action, in: cascade, from: sender)
    feed.current = nil
    return entered
  }

  /// Takes what an effect sent, and tells observers; it keeps its turn before what these send.
  @inline(never)
  func receiveObserved(
    _ action: Action, from effect: RunningEffect
  ) -> (any DeliverySignal)? {
    guard let feed else { return nil }
    if let description = effect.description { feed.add(.effectSent(description, action)) }
    if interceptor != nil || isQueueing {
      let signal =
        interceptor?.intercept(action, from: effect) ?? reduce(action, from: effect)
      tellObservers()
      return signal
    }
    tell(feed)
    if effect.outcome == nil { return reduce(action, from: effect) }
    // An observer has cancelled the effect.
    registry.recordDropped()
    feed.add(.dropped(action, from: effect.source, .senderCancelled))
    tellObservers()
    return nil
  }

  @inline(never)
  func tellQueued(_ action: Action, from sender: RunningEffect?, count: Int) {
    feed?.add(.queued(action, from: sender.source, count: count))
    tellObservers()
  }

  @inline(never) func tellDropped(_ next: QueuedAction<Action>) {
    guard let feed else { return }
    let reason: DropReason =
      if hasBeenDismissed {
        .storeDismissed
      } else {
        next.sender?.outcome == .cancelled ? .senderCancelled : .handleCancelled
      }
    feed.add(.dropped(next.action, from: next.sender.source, reason))
    tellObservers()
  }

  /// Adds what an effect sent that was cancelled, which observers are told next.
  package func addDropped(_ action: Action, from effect: RunningEffect) {
    feed?.add(.dropped(action, from: effect.source, .senderCancelled))
  }
}

extension EffectRegistry {
  /// Starts an effect, unless an observer cancels it when it is told.
  func startObserved(_ effect: RunningEffect, _ observation: EffectObservation) {
    if let description = effect.description { observation.feed.add(effect: .started(description)) }
    loop?.tellObservers()
    if effect.outcome == nil { effect.start() } else { ended(effect) }
  }

  /// Tells observers that an effect has ended by itself.
  func tellEnd(of effect: RunningEffect, _ observation: EffectObservation) {
    observation.addEnd(of: effect)
    loop?.tellObservers()
  }

  /// Tells observers of an action that came too late.
  func tellDropped(
    _ action: some Sendable, from effect: RunningEffect, _ reason: DropReason
  ) {
    guard let observation else { return }
    observation.feed.add(effect: .dropped(action, from: effect.source, reason))
    loop?.tellObservers()
  }
}

extension RunningEffect {
  /// Where an action comes from that it sends.
  var source: ActionSource { description.map { .effect($0) } ?? .caller }
}

extension RunningEffect? {
  @MainActor fileprivate var source: ActionSource { self?.source ?? .caller }
}
