/// Receives the actions that are sent to a store: a core, or what leads to one for a scoped store.
@MainActor protocol ActionReceiver<Action>: AnyObject {
  associatedtype Action: Sendable

  /// The loop that reduces the actions in the end.
  var loop: any StoreLoop { get }

  /// Reduces an action, or queues it while a reducer runs.
  func send(_ action: Action) -> StoreTask

  /// Notifies observers of the store that an action is not reduced.
  func notifyDropped(_ action: Action, _ reason: DropReason)
}
