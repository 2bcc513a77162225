import RatchetDependencies

/// Sends actions to a store from any thread: from a callback, a C function, another actor.
///
/// ```swift
/// let sender = store.sender
/// socket.onMessage { message in sender.send(.received(message)) }
/// ```
///
/// It does not keep the store alive, and does nothing once the store is released.
public struct Sender<Action: Sendable>: Sendable {
  private let mailbox: Mailbox<Action>

  init(_ mailbox: Mailbox<Action>) {
    self.mailbox = mailbox
  }

  /// Enqueues an action for the store, which reduces it later, on the main actor.
  ///
  /// Never waits, even on the main actor. Each action is reduced once; the actions of one caller in
  /// the order of its calls, whichever of the store's senders it uses.
  public func send(_ action: Action) {
    mailbox.add(action)
  }
}

extension Store {
  /// A handle that sends actions to this store from any thread.
  public var sender: Sender<Action> { Sender(mailbox) }
}

/// Actions on their way from any thread to a store, first in, first out.
final class Mailbox<Action: Sendable>: Sendable {
  private struct Contents {
    var actions: [Action] = []
    /// Whether a task that delivers them has been created.
    var isDelivering = false
  }

  private let contents = Locked(Contents())
  /// Gives an action to the store; returns false if the store was released.
  private let deliver: @MainActor @Sendable (Action) -> Bool

  init(deliver: @escaping @MainActor @Sendable (Action) -> Bool) {
    self.deliver = deliver
  }

  func add(_ action: Action) {
    let isFirst = contents.withLock { contents in
      contents.actions.append(action)
      defer { contents.isDelivering = true }
      return !contents.isDelivering
    }
    if isFirst { scheduleDelivery() }
  }

  private func scheduleDelivery() {
    Task { @MainActor in deliverAll() }
  }

  /// Delivers the actions present now; those that arrive meanwhile wait, so that callers cannot
  /// keep the main actor busy forever.
  @MainActor private func deliverAll() {
    let actions = contents.withLock { contents in
      let actions = contents.actions
      contents.actions = []
      return actions
    }
    for action in actions {
      guard deliver(action) else { break }
    }
    let hasMore = contents.withLock { contents in
      contents.isDelivering = !contents.actions.isEmpty
      return contents.isDelivering
    }
    if hasMore { scheduleDelivery() }
  }
}
