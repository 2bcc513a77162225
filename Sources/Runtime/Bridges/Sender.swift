/// Sends actions to a store from any thread: from a callback, a C function, another actor.
///
/// ```swift
/// let sender = store.sender
/// socket.onMessage { message in sender.send(.received(message)) }
/// ```
///
/// A sender does not keep the store alive, and does nothing once the store is released. It carries
/// no context: the effects of an action run without the task-local values and the priority of the
/// caller, because the actions of many callers are delivered together. If effects need a request id
/// or a span, call `await store.send(action)` instead, which runs in the caller's task.
public struct Sender<Action: Sendable>: Sendable {
  /// Holds the actions until a task on the main actor gives them to the store.
  private let mailbox: Mailbox<Action>

  init(_ mailbox: Mailbox<Action>) {
    self.mailbox = mailbox
  }

  /// Enqueues an action for the store, which reduces it later, on the main actor.
  ///
  /// Never waits, even on the main actor. Each action is reduced once. The actions of one caller
  /// are reduced in the order of its calls, whichever of the store's senders it uses.
  public func send(_ action: Action) {
    mailbox.add(action)
  }
}

extension Store {
  /// A handle that sends actions to this store from any thread.
  public var sender: Sender<Action> { Sender(mailbox) }
}
