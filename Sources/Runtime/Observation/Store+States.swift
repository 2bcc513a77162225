import Observation

extension Store {
  /// The values of a part of the state over time: the current value when iteration begins, then
  /// each new value.
  ///
  /// ```swift
  /// for await query in store.states(of: \.query) {
  ///   print("Searching for \(query)")
  /// }
  /// ```
  ///
  /// A value is read at the end of a batch: once the actions that were sent, and the actions that
  /// these caused at once, have been reduced. A slow consumer receives the newest value, and never
  /// the same value twice in a row. Iterations are independent.
  ///
  /// The sequence does not keep the store alive. It ends when the store is released, is dismissed,
  /// or, if it is scoped, when its child leaves the state. An iteration ends when its task is
  /// cancelled.
  public func states<Value: Sendable & Equatable>(
    of keyPath: KeyPath<State, Value>
  ) -> some AsyncSequence<Value, Never> & Sendable {
    let consumer = view.consumer ?? Consumer()
    view.consumer = consumer
    // The closure, and so the sequence, retains the token.
    return StateSequence<Value> { [weak view] in
      withExtendedLifetime(consumer) {
        view.map { StateStream.values(of: keyPath, in: $0) }
      }
    }
  }
}

/// A token whose release tells that a sequence of `states(of:)` is not used any more.
///
/// The sequences of one view share a token, and each iteration has its own. The view, or the watch
/// of the iteration (`StateStream`), refers to it weakly: when the reference is `nil`, nothing
/// reads any more. The token may be released on any thread.
final class Consumer: Sendable {}
