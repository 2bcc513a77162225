/// Receives the actions that are sent to a `Store`.
///
/// Used and owned by the store. For a store without a parent this is its loop, `Core`; for a scoped
/// store it is a `ScopedReceiver`, which embeds the actions and passes them on to the parent store.
@MainActor protocol ActionReceiver<Action>: AnyObject {
  associatedtype Action: Sendable

  /// The loop of the store without a parent, which reduces the actions of all stores scoped from
  /// it.
  var loop: any StoreLoop { get }

  /// Reduces an action, or queues it while a reducer runs.
  func send(_ action: Action) -> StoreTask

  /// Notifies the observers of the store, if there are any, of an action that was dropped because
  /// its child is absent.
  func notifyAbsent(_ action: @autoclosure () -> Action)
}
