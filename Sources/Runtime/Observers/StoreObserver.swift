public import RatchetDependencies

/// Receives the events of a store, in order, on the main actor.
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
/// 2. For each action `queued`, if it has to wait, then `received`, then its reducer runs, then
///    `reduced`. Events that the reducer causes, such as `queued` for a `send` in a dependency,
///    occur between the last two. Events of cancelled effects, and of subscriptions that start or
///    stop, follow. When nothing is queued any more, the effects that the action returned start.
///    An action that is not reduced has `dropped` in place of `received` and `reduced`.
/// 3. For each effect `effectStarted`, then its operation runs, with `effectSent` for each action,
///    then one end: `effectFinished`, `effectFailed` or `effectCancelled`. If an effect is
///    cancelled before it starts, there is only `effectCancelled`. In a sequence, the end of a part
///    precedes the start of the next one.
/// 4. `effectSent` precedes `received` of the same action. In a test store, steps of the test occur
///    between the two: `received` is reported when the test receives the action.
/// 5. ``end()``, when the store has been released and its effects were cancelled. No call follows
///    it.
///
/// If there are several observers, all are notified of an event, one after the other, before any of
/// them is notified of the next event.
///
/// ## Calling the store
///
/// An observer may read the state. It may also send: the action is queued, and reduced after the
/// action that is being reduced, or when all observers have been notified of the event. The reducer
/// is never re-entered, and the stack does not grow with what observers send. The store holds its
/// observers; an observer must hold its store weakly, otherwise neither is ever released. Observers
/// are called under the dependencies of the store.
///
/// There is no event for an action that is sent in a cancelled task: it never reaches the store.
///
/// ## What it costs
///
/// A store without observers does nothing for them. With one, each action is timed, and the state
/// before it is kept until the observers have received `reduced`: so a reducer that changes a
/// collection copies the collection. The text of an ``EffectDescription`` is made only when it is
/// read.
@MainActor public protocol StoreObserver<State, Action>: AnyObject {
  /// The state of the stores that it observes.
  associatedtype State
  /// The action of the stores that it observes.
  associatedtype Action: Sendable

  /// Changes the store's dependencies before it is made; nothing by default.
  ///
  /// The given dependencies already include the changes of the store's own `withDependencies` and
  /// of the observers before this one. Later changes to the dependencies of a test store are not
  /// passed to this method.
  func prepare(_ dependencies: inout DependencyValues)

  /// Receives the state in which the store begins; does nothing by default.
  func begin(_ state: State)

  /// Receives an event of the store.
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
