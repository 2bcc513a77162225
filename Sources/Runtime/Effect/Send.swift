/// Sends actions from an effect back into the store.
///
/// ```swift
/// .run { send in
///   await send(.started)
///   for await value in values() { await send(.received(value)) }
/// }
/// ```
public struct Send<Action: Sendable>: Sendable {
  private let effect: RunningEffect
  /// Transforms the action with the closure of `Effect.map`, and delivers it; `nil` if the effect
  /// was not mapped.
  private let deliverMapped: (@MainActor @Sendable (Action) -> (any DeliverySignal)?)?

  init(
    _ effect: RunningEffect,
    mapped: (@MainActor @Sendable (Action) -> (any DeliverySignal)?)? = nil
  ) {
    self.effect = effect
    deliverMapped = mapped
  }

  /// Sends an action and returns after it has been reduced.
  ///
  /// From the effect's own operation this needs no thread hop and suspends only if a reducer is
  /// running at the time. The action is dropped if the calling task or the effect has been
  /// cancelled or the store has been released; it is dropped and reported if the effect has ended.
  ///
  /// A loop that only sends, `while true { await send(.x) }`, never suspends and blocks the main
  /// actor: await something in each round, such as an element or a clock.
  @inlinable @inline(__always)
  @MainActor public func callAsFunction(_ action: Action) async {
    // Inlined into the caller's code, which is known to run on the main actor: that saves a frame
    // and a hop for each call.
    if Task.isCancelled { return }
    if let signal = deliver(action) { await signal.wait() }
  }

  /// Delivers an action to the store; returns a signal to await if it is not reduced at once.
  @usableFromInline
  @MainActor func deliver(_ action: Action) -> (any DeliverySignal)? {
    if let deliverMapped { deliverMapped(action) } else { effect.deliver(action) }
  }

  /// Makes the `send` for an operation whose effect was mapped to the actions of this `send`: it
  /// transforms each action.
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Action
  ) -> Send<Other> {
    Send<Other>(effect) { action in deliver(transform(action)) }
  }
}

/// In a store, each queued action of an effect has a gate, at which its `await send` waits.
extension Gate: DeliverySignal {
  @usableFromInline
  package func wait() async {
    await pass()
  }
}
