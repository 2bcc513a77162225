/// Receives the actions that are sent to a `Store`.
///
/// For a store without a parent this is its loop, `Core`; for a scoped store it is a
/// `ScopedReceiver`, which embeds the actions and passes them on to the parent store.
@MainActor protocol ActionReceiver<Action>: AnyObject {
  associatedtype Action: Sendable

  /// The loop of the outermost store, which reduces the actions.
  var loop: any StoreLoop { get }

  /// Reduces an action, or queues it while a reducer runs.
  func send(_ action: Action) -> StoreTask

  /// Notifies observers of the store, if there are any, of an action for an absent child.
  func notifyAbsent(_ action: @autoclosure () -> Action)
}
