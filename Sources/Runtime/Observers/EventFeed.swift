import RatchetDependencies

/// Tells the observers of a store what it does, one event after the other.
///
/// Used by the store's loop, which owns it. Owns the observers and the events that wait. Do not
/// tell them while a reducer runs: the state cannot be read.
///
/// What happens while they are told of an event, as the cancel of a handle, is told when all of
/// them have been told of that event.
@MainActor final class EventFeed<State, Action: Sendable>: EffectFeed {
  let observers: [any StoreObserver<State, Action>]
  /// Keeps what reducers draw, if an observer has asked for that.
  private let tape: DrawTape?
  private var waiting = Queue<StoreEvent<State, Action>>()
  private var isTelling = false
  private var hasEnded = false
  /// The action whose consequences are being worked out.
  var current: Action?

  init(_ observers: [any StoreObserver<State, Action>], _ tape: DrawTape?) {
    self.observers = observers
    self.tape = tape
  }

  var action: (any Sendable)? { current }

  var hasWaiting: Bool { !isTelling && !waiting.isEmpty }

  func begin(_ state: State) {
    for observer in observers { observer.begin(state) }
  }

  /// Runs a reducer, and nothing else: what observers draw belongs to no action.
  func recordDraws(of run: () -> EffectWork?) -> EffectWork? {
    guard let tape else { return run() }
    return tape.keep(run)
  }

  /// Keeps an event until observers are told.
  func add(_ event: StoreEvent<State, Action>) {
    if !hasEnded { waiting.append(event) }
  }

  /// Tells observers what waits, unless that is being done; they may call the store.
  func tell() {
    if isTelling { return }
    isTelling = true
    while let event = waiting.popFirst() {
      for observer in observers { observer.observe(event) }
    }
    isTelling = false
    if hasEnded { tellEnd() }
  }

  /// Tells the end, when all have been told what came before.
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
    // What an effect sends is an action of its store, and a store itself tells the others.
    case .dropped, .queued, .received, .effectSent: break
    }
  }
}

/// What the effects of a store tell its observers, whatever the store's state and action are.
@MainActor protocol EffectFeed: AnyObject {
  /// The action whose consequences are being worked out, if it is one.
  var action: (any Sendable)? { get }

  /// Keeps an event until observers are told.
  func add(effect event: EffectEvent)
}

/// An event of effects and subscriptions, without the types of their store.
typealias EffectEvent = StoreEvent<Never, any Sendable>
