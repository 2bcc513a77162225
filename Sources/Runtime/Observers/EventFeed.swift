import RatchetDependencies

/// Notifies the observers of a store of what it does, one event after the other.
///
/// Used by the store's loop, which owns it. Owns the observers and the pending events. Do not call
/// `tell` while a reducer runs: the observers could not read the state.
///
/// An observer may do something that causes another event, such as a cancel by a handle. That event
/// is kept until all observers have been notified of the current one.
@MainActor final class EventFeed<State, Action: Sendable>: EffectFeed {
  let observers: [any StoreObserver<State, Action>]
  /// Records the values that reducers read (take from sources such as `uuid`), if an observer has
  /// asked for that.
  private let tape: ReadTape?
  private var waiting = Queue<StoreEvent<State, Action>>()
  private var isTelling = false
  private var hasEnded = false
  /// The action that is being reduced, or whose effects and subscriptions are being entered.
  var current: Action?

  init(_ observers: [any StoreObserver<State, Action>], _ tape: ReadTape?) {
    self.observers = observers
    self.tape = tape
  }

  var action: (any Sendable)? { current }

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
    return tape.keep(run)
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

  // MARK: - Effects

  func add(effect event: EffectEvent) {
    switch event {
    case .effectStarted(let effect): add(.effectStarted(effect))
    case .effectFinished(let effect): add(.effectFinished(effect))
    case .effectFailed(let effect, let error): add(.effectFailed(effect, error))
    case .effectCancelled(let effect, let cancellation):
      add(.effectCancelled(effect, cancellation))
    case .subscriptionStarted(let subscription): add(.subscriptionStarted(subscription))
    case .subscriptionStopped(let subscription, let cancellation):
      add(.subscriptionStopped(subscription, cancellation))
    case .dropped(let action as Action, let source, let reason):
      add(.dropped(action, from: source, reason))
    // The loop adds these events itself, because it knows the type of the action.
    case .dropped, .queued, .received, .effectSent: break
    }
  }
}

/// Takes the events of effects and subscriptions for a store's observers, from code that runs
/// effects and does not know the types of the store's state and action.
@MainActor protocol EffectFeed: AnyObject {
  /// The action that is being reduced, or whose effects and subscriptions are being entered, if
  /// any.
  var action: (any Sendable)? { get }

  /// Keeps an event until the observers are notified.
  func add(effect event: EffectEvent)
}

/// An event of effects and subscriptions, without the types of their store.
typealias EffectEvent = StoreEvent<Never, any Sendable>
