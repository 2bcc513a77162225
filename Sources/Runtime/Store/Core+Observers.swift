// How the loop of a store notifies the observers with which the store was made (`StoreObserver`).
// The loop calls `notify` for each event, such as a queued or a dropped action; the effect registry
// adds the events of effects. Observers are notified at once, while actions are queued: an action
// that an observer sends is reduced after the event, and no reducer is re-entered.

// These functions are not inlined: as a part of the loop's code, they would have each action of a
// store without observers look up the metadata of their generic types.

extension Core {
  package var observers: [AnyObject] { feed?.observers ?? [] }

  /// Notifies observers of an event; does nothing without observers.
  @inline(never)
  func notify(_ event: @autoclosure () -> StoreEvent<State, Action>) {
    guard let feed else { return }
    feed.add(event())
    notifyObservers()
  }

  /// Notifies observers of pending events, then reduces the actions that they have sent, unless an
  /// outer call will.
  @inline(never) func notifyObservers() {
    // Events from within a reducer wait until it has returned: until then the state cannot be read.
    guard let feed, feed.hasWaiting, !isReducing else { return }
    tell(feed)
    startPending()
  }

  /// Notifies observers of pending events while actions are queued.
  private func tell(_ feed: EventFeed<State, Action>) {
    queueing { withStoreDependencies { feed.tell() } }
  }

  /// Runs the reducer, and notifies observers before it and after it.
  @inline(never)
  func runObserved(_ action: Action, from sender: RunningEffect?) -> EffectWork? {
    notify(.received(action, from: ActionSource(sender)))
    // An observer may have released the store.
    guard let feed else { return nil }
    // For the events of effects: the cause of what is cancelled until the end of `reduce`.
    feed.current = action
    let before = box.value
    let start = ContinuousClock.now
    let work = feed.recordReads { run(action, from: sender) }
    let duration = start.duration(to: .now)
    notify(
      .reduced(
        action, from: ActionSource(sender), before: before, after: box.value, duration: duration))
    return work
  }

  /// Receives an action of an effect and notifies observers; the action is reduced before any that
  /// the observers send.
  ///
  /// If the action can be reduced now, the observers are notified first, and what they send is
  /// queued. Otherwise, the action is queued first, and what they send is queued behind it; in a
  /// test store, the action is held back, and the test decides when it is reduced.
  @inline(never)
  func receiveObserved(
    _ action: Action, from effect: RunningEffect
  ) -> (any DeliverySignal)? {
    guard let feed else { return nil }
    feed.add(.effectSent(registry.describe(effect), action))
    if interceptor == nil, !isQueueing {
      tell(feed)
      // If an observer has cancelled the effect, `deliver` drops the action.
      return effect.outcome == nil ? reduceOrQueue(action, from: effect) : effect.deliver(action)
    }
    let signal = interceptor?.intercept(action, from: effect) ?? reduceOrQueue(action, from: effect)
    notifyObservers()
    return signal
  }

  func notifyAbsent(_ action: @autoclosure () -> Action) {
    notify(.dropped(action(), from: .caller, .childAbsent))
  }

  /// Notifies observers of an action of an effect that was not reduced.
  func notifyDropped(
    _ action: any Sendable, from effect: RunningEffect, _ reason: DropReason
  ) {
    notify(.dropped(self.action(action), from: ActionSource(effect), reason))
  }

  /// Adds an action of a cancelled effect to the events of which observers are notified next;
  /// called by a test store, which has held the action back.
  package func addDropped(_ action: Action, from effect: RunningEffect) {
    feed?.add(.dropped(action, from: ActionSource(effect), .senderCancelled))
  }
}

extension ActionSource {
  /// The source of an action that an effect has sent, or a caller if there is no effect.
  @MainActor init(_ sender: RunningEffect?) {
    self = sender?.description.map { .effect($0) } ?? .caller
  }
}
