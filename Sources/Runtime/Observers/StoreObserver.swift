public import RatchetDependencies

/// Is told what a store does, in order, on the main actor.
///
/// ```swift
/// @MainActor final class ActionLog: StoreObserver {
///   private(set) var lines: [String] = []
///
///   func observe(_ event: StoreEvent<Counter.State, Counter.Action>) {
///     lines.append("\(event)")
///   }
/// }
///
/// let log = ActionLog()
/// let store = Store(initialState: Counter.State(), observers: [log]) { Counter() }
/// ```
///
/// ## The order of calls
///
/// 1. ``prepare(_:)``, before the store is made, and ``begin(_:)``, when its initial state is known
///    and nothing has started.
/// 2. For each action `queued`, if it has to wait, then `received`, then its reducer, then
///    `reduced`. What reducers call, as a `send` in a dependency, is told between the last two.
///    Then what it cancels and what the state declares anew or no more; then, when nothing is
///    queued, the effects that it returned start.
/// 3. For each effect `effectStarted`, then its operation, with `effectSent` for each action, then
///    one end: `effectFinished`, `effectFailed` or `effectCancelled`. An effect that is cancelled
///    before it starts has only that. In a sequence, the end of a part comes before the start of
///    the next one.
/// 4. `effectSent` comes before `received` of that action. In a test store there are the test's
///    steps between the two: the action is received when the test receives it.
/// 5. ``end()``, when the store has been released and its effects were cancelled. Nothing is told
///    after it.
///
/// Several observers are told one after the other, all of an event before any of the next one.
///
/// ## Calling the store
///
/// An observer may read the state. It may send as well: the action is queued, and reduced after the
/// one that is being reduced, or when all have been told of the event. The reducer is never
/// re-entered, and the stack does not grow with what observers send. The store holds its observers;
/// an observer holds its store weakly, or both stay for ever. It is called under the dependencies
/// of the store.
///
/// Not told is what a cancelled task sends: that never comes to the store.
///
/// ## What it costs
///
/// A store without observers does nothing for them. With one, each action is timed, and the state
/// before it is kept until the call returns: so a reducer that changes a collection copies that.
/// The text of an ``EffectDescription`` is made when it is read.
@MainActor public protocol StoreObserver<State, Action>: AnyObject {
  /// The state of the stores that it observes.
  associatedtype State
  /// The action of the stores that it observes.
  associatedtype Action: Sendable

  /// Changes the store's dependencies before it is made; nothing by default.
  ///
  /// Sees them as the store's own `withDependencies` left them, and what the observers before this
  /// one have changed. Later changes to the dependencies of a test store are not shown.
  func prepare(_ dependencies: inout DependencyValues)

  /// Takes the state in which the store begins; does nothing by default.
  func begin(_ state: State)

  /// Takes what the store does.
  func observe(_ event: StoreEvent<State, Action>)

  /// Called when the store has ended; does nothing by default.
  func end()
}

extension StoreObserver {
  /// Changes nothing.
  public func prepare(_ dependencies: inout DependencyValues) {}

  /// Does nothing.
  public func begin(_ state: State) {}

  /// Does nothing.
  public func end() {}
}
