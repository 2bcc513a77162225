/// Sends actions from an effect back into the store.
///
/// ```swift
/// .run { send in
///   await send(.started)
///   for await value in values() { await send(.received(value)) }
/// }
/// ```
public struct Send<Action: Sendable>: Sendable {
  package let deliver: @MainActor @Sendable (Action) -> Delivery

  package init(deliver: @escaping @MainActor @Sendable (Action) -> Delivery) {
    self.deliver = deliver
  }

  /// Sends an action; returns after it has been reduced.
  ///
  /// From the effect's own operation this needs no thread hop and suspends only when a reducer is
  /// running at the time. The action is dropped when the calling task or the effect has been
  /// cancelled or the store is gone; it is dropped and reported when the effect has ended.
  @MainActor public func callAsFunction(_ action: Action) async {
    if Task.isCancelled { return }
    switch deliver(action) {
    case .done: return
    case .later(let reduced): await reduced.wait()
    }
  }

  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Action
  ) -> Send<Other> {
    Send<Other> { [deliver] action in deliver(transform(action)) }
  }
}
