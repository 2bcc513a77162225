import RatchetDependencies

/// Notifies the observers of a store of what it does, one event after the other.
///
/// Used by the store's loop, which owns it and adds the events of actions, and by the effect
/// registry, which adds those of effects and subscriptions (`EffectObservation`). Owns the
/// observers, the pending events, and the descriptions of the subscriptions. Do not call `tell`
/// while a reducer runs: the observers could not read the state.
///
/// `add` keeps an event, and `tell` notifies all observers of each pending event. An observer may
/// cause another event, such as a cancel by a handle: it is pending until all observers have been
/// notified of the current one.
@MainActor final class EventFeed<State, Action: Sendable> {
  let observers: [any StoreObserver<State, Action>]
  /// Records the values that reducers read from sources such as `uuid`, if an observer has asked
  /// for that.
  private let tape: ReadTape?
  private var pendingEvents = Queue<StoreEvent<State, Action>>()
  /// Whether a call of `tell` is notifying the observers.
  private var isTelling = false
  /// Whether the store has ended: no more events are added.
  private var hasEnded = false
  /// The action that is being reduced, or whose effects and subscriptions are being entered.
  var current: (any Sendable)?
  /// The subscriptions that the state declares, by the identities of their cascades; `run` is the
  /// cascade, which groups the effects.
  var subscriptions: [ObjectIdentifier: (description: EffectDescription, run: Cascade)] = [:]
  /// How many subscriptions have been declared so far; the last one has this number as its id.
  var declaredCount = 0

  init(_ observers: [any StoreObserver<State, Action>], _ tape: ReadTape?) {
    self.observers = observers
    self.tape = tape
  }

  /// Whether `tell` has something to do: events are pending, and no outer call is notifying
  /// observers of them.
  var hasWaiting: Bool { !isTelling && !pendingEvents.isEmpty }

  /// Notifies the observers of the state in which the store begins.
  func begin(_ state: State) {
    for observer in observers { observer.begin(state) }
  }

  /// Runs a reducer and records what it reads.
  ///
  /// Nothing else may run in the closure: what observers read, for example, is no part of the
  /// action.
  func recordReads(of run: () -> EffectWork?) -> EffectWork? {
    guard let tape else { return run() }
    return tape.record(run)
  }

  /// Keeps an event until `tell` notifies the observers of it.
  func add(_ event: StoreEvent<State, Action>) {
    if !hasEnded { pendingEvents.append(event) }
  }

  /// Notifies the observers of the pending events, unless an outer call is doing that; observers
  /// may call the store, and so add events.
  func tell() {
    if isTelling { return }
    isTelling = true
    while let event = pendingEvents.popFirst() {
      for observer in observers { observer.observe(event) }
    }
    isTelling = false
    if hasEnded { tellEnd() }
  }

  /// Notifies the observers of the store's end, after all pending events.
  func end() {
    hasEnded = true
    if !isTelling { tellEnd() }
  }

  private func tellEnd() {
    for observer in observers { observer.end() }
  }
}
