import RatchetDependencies

/// Carries actions from any thread to a store on the main actor, first in, first out.
///
/// Used by the store's senders (`Sender`), on any thread; they and the store own the mailbox. Owns
/// the actions until they are delivered. Do not block a thread to wait for the delivery, which is a
/// task on the main actor: if it is the main thread, that task never runs.
final class Mailbox<Action: Sendable>: Sendable {
  private struct Contents {
    var actions: [Action] = []
    /// Whether a task that delivers the actions has been created.
    var isDelivering = false
  }

  private let contents = Locked(Contents())
  /// Gives an action to the store; returns false if the store was released.
  private let deliver: @MainActor @Sendable (Action) -> Bool

  init(deliver: @escaping @MainActor @Sendable (Action) -> Bool) {
    self.deliver = deliver
  }

  /// Adds an action, and creates the task that delivers it unless there is one.
  func add(_ action: Action) {
    let needsTask = contents.withLock { contents in
      contents.actions.append(action)
      defer { contents.isDelivering = true }
      return !contents.isDelivering
    }
    if needsTask { scheduleDelivery() }
  }

  private func scheduleDelivery() {
    // Detached: otherwise, the actions of all callers would be reduced under the task-local values
    // of the first caller.
    Task.detached { @MainActor in self.deliverAll() }
  }

  /// Delivers the actions that are present now.
  ///
  /// Those that are added meanwhile wait for another task: otherwise callers could keep the main
  /// actor busy forever.
  @MainActor private func deliverAll() {
    let actions = contents.withLock { contents in
      let actions = contents.actions
      contents.actions = []
      return actions
    }
    for action in actions {
      // The remaining actions of a released store are dropped.
      guard deliver(action) else { break }
    }
    let hasMore = contents.withLock { contents in
      contents.isDelivering = !contents.actions.isEmpty
      return contents.isDelivering
    }
    if hasMore { scheduleDelivery() }
  }
}
