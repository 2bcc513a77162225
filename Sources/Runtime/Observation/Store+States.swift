import Observation

extension Store {
  /// The values of a part of the state over time: its value when the iteration begins, then each
  /// new value.
  ///
  /// ```swift
  /// for await query in store.states(of: \.query) {
  ///   print("Searching for \(query)")
  /// }
  /// ```
  ///
  /// Values are those at the end of a batch: when the actions that were sent, and those that
  /// followed from them at once, have been reduced. A consumer that is slower than the changes gets
  /// the newest value, and never the same value twice in a row. Iterations are independent.
  ///
  /// The sequence ends with the store, which it does not keep alive; that of a scoped store ends
  /// when its child has left the state. An iteration ends when its task is cancelled.
  public func states<Value: Sendable & Equatable>(
    of keyPath: KeyPath<State, Value>
  ) -> StateSequence<Value> {
    let consumer = view.consumer ?? Consumer()
    view.consumer = consumer
    return StateSequence<Value> { [weak view] in
      withExtendedLifetime(consumer) {
        view.map { StateStream.values(of: keyPath, in: $0) }
      }
    }
  }
}

/// A token that everybody holds who reads a sequence of `states(of:)`, on any thread.
///
/// The view of the state and its watches refer to it weakly, and so detect that nobody reads any
/// more.
final class Consumer: Sendable {}
