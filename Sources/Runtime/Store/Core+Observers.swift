import RatchetDependencies

// How the loop of a store notifies the observers with which the store was made (`StoreObserver`).
// The loop calls these functions for each event, such as an action or a dropped action. Observers
// are notified at once, while actions are queued: an action that an observer sends is reduced after
// the event, and no reducer is re-entered.

// These functions are not inlined: as a part of the loop's code, they would have each action of a
// store without observers look up the metadata of their generic types.

extension Core {
  var isObserved: Bool { feed != nil }

  package var observers: [AnyObject] { feed?.observers ?? [] }

  /// Notifies observers of pending events, and does what follows from the actions that they send,
  /// unless an outer call will.
  @inline(never) func notifyObservers() {
    // Events from within a reducer wait until it has returned: until then the state cannot be read.
    guard let feed, feed.hasWaiting, !isReducing else { return }
    notify(feed)
    if !isQueueing { withStoreDependencies { finishBatch() } }
  }

  private func notify(_ feed: EventFeed<State, Action>) {
    let outer = phase
    if !isQueueing { phase = .reducing }
    withStoreDependencies { feed.tell() }
    phase = outer
  }

  @inline(never) func notifyBeginning() {
    guard let feed else { return }
    withStoreDependencies { feed.begin(box.value) }
  }

  /// Records that the loop has finished with an action, which is not the cause of later events.
  @inline(never) func notifyReduced() {
    feed?.current = nil
  }

  @inline(never) func notifyEnd() {
    feed.take()?.end()
  }

  /// Notifies observers of an action; returns false if one of them has released the store.
  @inline(never)
  func notifyReceived(_ action: Action, from sender: RunningEffect?) -> Bool {
    guard let feed else { return false }
    feed.add(.received(action, from: sender.source))
    notifyObservers()
    feed.current = action
    return isObserved
  }

  /// Runs the reducer and notifies observers of what it has done.
  @inline(never)
  func runObserved(_ action: Action, from sender: RunningEffect?) -> EffectWork? {
    guard let feed else { return nil }
    let before = box.value
    let start = ContinuousClock.now
    let work = feed.recordReads { run(action, from: sender) }
    let duration = start.duration(to: .now)
    feed.add(
      .reduced(
        action, from: sender.source, before: before, after: box.value, duration: duration))
    notifyObservers()
    return work
  }

  /// Receives an action of an effect and notifies observers; the action is reduced before any that
  /// the observers send.
  @inline(never)
  func receiveObserved(
    _ action: Action, from effect: RunningEffect
  ) -> (any DeliverySignal)? {
    guard let feed else { return nil }
    if let description = effect.description { feed.add(.effectSent(description, action)) }
    if interceptor != nil || isQueueing {
      let signal =
        interceptor?.intercept(action, from: effect) ?? reduceOrQueue(action, from: effect)
      notifyObservers()
      return signal
    }
    notify(feed)
    if effect.outcome == nil { return reduceOrQueue(action, from: effect) }
    // An observer has cancelled the effect.
    registry.recordDropped()
    feed.add(.dropped(action, from: effect.source, .senderCancelled))
    notifyObservers()
    return nil
  }

  @inline(never)
  func notifyQueued(_ action: Action, from sender: RunningEffect?, count: Int) {
    feed?.add(.queued(action, from: sender.source, count: count))
    notifyObservers()
  }

  @inline(never) func notifyDropped(_ action: Action, of next: QueuedAction) {
    guard let feed else { return }
    let reason: DropReason =
      if hasBeenDismissed {
        .storeDismissed
      } else {
        next.sender?.outcome == .cancelled ? .senderCancelled : .handleCancelled
      }
    feed.add(.dropped(action, from: next.sender.source, reason))
    notifyObservers()
  }

  /// Adds an action of a cancelled effect to the events of which observers are notified next;
  /// called by a test store, which has held the action back.
  package func addDropped(_ action: Action, from effect: RunningEffect) {
    feed?.add(.dropped(action, from: effect.source, .senderCancelled))
  }
}

extension RunningEffect? {
  @MainActor fileprivate var source: ActionSource { self?.source ?? .caller }
}
