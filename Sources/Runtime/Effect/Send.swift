/// Sends actions from an effect back into the store.
///
/// ```swift
/// .run { send in
///   await send(.started)
///   for await value in values() { await send(.received(value)) }
/// }
/// ```
public struct Send<Action: Sendable>: Sendable {
  /// Gives the action to the store; returns a signal to wait for when it is not reduced at once.
  @usableFromInline let deliver: @MainActor @Sendable (Action) -> (any DeliverySignal)?

  package init(deliver: @escaping @MainActor @Sendable (Action) -> (any DeliverySignal)?) {
    self.deliver = deliver
  }

  /// Sends an action; returns after it has been reduced.
  ///
  /// From the effect's own operation this needs no thread hop and suspends only when a reducer is
  /// running at the time. The action is dropped when the calling task or the effect has been
  /// cancelled or the store has been released; it is dropped and reported when the effect has
  /// ended.
  ///
  /// A loop that does nothing but send, `while true { await send(.x) }`, never suspends and keeps
  /// the main actor to itself: let each round wait for something, such as an element or a clock.
  @inlinable
  @MainActor public func callAsFunction(_ action: Action) async {
    // Inlinable, because in the caller's own code the main actor is known to be the current one:
    // that saves a look-up of the executor for each call.
    if Task.isCancelled { return }
    if let signal = deliver(action) { await signal.wait() }
  }

  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Action
  ) -> Send<Other> {
    Send<Other> { [deliver] action in deliver(transform(action)) }
  }
}

/// Tells the sender of an action that was not reduced at once that it has been reduced or dropped.
@usableFromInline
@MainActor package protocol DeliverySignal: AnyObject, Sendable {
  /// Returns once the action has been reduced or dropped.
  func wait() async
}

extension Gate: DeliverySignal {
  @usableFromInline
  package func wait() async {
    await pass()
  }
}
