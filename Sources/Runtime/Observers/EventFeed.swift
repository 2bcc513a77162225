import RatchetDependencies

/// Notifies the observers of a store of what it does, one event after the other.
///
/// Used by the store's loop, which owns it and adds the events of actions, and by the effect
/// registry, which adds those of effects (`EffectObservation`). Owns the observers, the pending
/// events, and what the events of effects and subscriptions need. Do not call `tell` while a
/// reducer runs: the observers could not read the state.
///
/// An observer may do something that causes another event, such as a cancel by a handle. That event
/// is kept until all observers have been notified of the current one.
@MainActor final class EventFeed<State, Action: Sendable> {
  let observers: [any StoreObserver<State, Action>]
  /// Records the values that reducers read (take from sources such as `uuid`), if an observer has
  /// asked for that.
  private let tape: ReadTape?
  private var waiting = Queue<StoreEvent<State, Action>>()
  private var isTelling = false
  private var hasEnded = false
  /// The action that is being reduced, or whose effects and subscriptions are being entered.
  var current: (any Sendable)?
  /// The subscriptions that the state declares; the keys are their cascades, the entries that group
  /// their effects.
  var subscriptions: [ObjectIdentifier: EffectDescription] = [:]
  /// How many subscriptions have been declared so far: the id of the last one.
  var declared = 0

  init(_ observers: [any StoreObserver<State, Action>], _ tape: ReadTape?) {
    self.observers = observers
    self.tape = tape
  }

  /// Whether `tell` has something to do: an event waits, and no outer call is notifying observers.
  var hasWaiting: Bool { !isTelling && !waiting.isEmpty }

  /// Notifies the observers of the state in which the store begins.
  func begin(_ state: State) {
    for observer in observers { observer.begin(state) }
  }

  /// Runs a reducer and records what it reads; nothing else may run in the closure, because what
  /// observers read belongs to no action.
  func recordReads(of run: () -> EffectWork?) -> EffectWork? {
    guard let tape else { return run() }
    return tape.record(run)
  }

  /// Keeps an event until `tell` notifies the observers of it.
  func add(_ event: StoreEvent<State, Action>) {
    if !hasEnded { waiting.append(event) }
  }

  /// Notifies the observers of the pending events, unless an outer call is doing that; observers
  /// may call the store, and so add events.
  func tell() {
    if isTelling { return }
    isTelling = true
    while let event = waiting.popFirst() {
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
