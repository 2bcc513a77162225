public import Ratchet
public import RatchetDependencies

extension Store {
  /// Creates a store that continues from the last state of a recording.
  ///
  /// ```swift
  /// let store = try Store(resuming: recording) { Counter() }
  /// ```
  ///
  /// The recorded actions are reduced again, but no effects run. Subscriptions that the last state
  /// declares start, as in any store with this initial state. Effects that were in flight when the
  /// recording ended do not start: their work may not be repeatable.
  ///
  /// An ``RatchetRecording/ActionRecorder`` with the mode
  /// ``RatchetRecording/RecordingMode/continuing`` can continue the same file.
  ///
  /// - Parameters:
  ///   - recording: The recording of a store of this feature.
  ///   - lenient: Whether to start from the last readable state if the recording cannot be read to
  ///     its end.
  ///   - observers: The observers of the new store, notified in this order.
  ///   - reducer: The logic of the feature.
  ///   - update: Changes dependencies for this store, and for the replay.
  /// - Throws: A ``RatchetRecording/RecordingError`` if the recording cannot be replayed, or leads
  ///   to a different state than the recorded one.
  public convenience init<Feature: Reducer>(
    resuming recording: Recording, lenient: Bool = false,
    observers: [any StoreObserver<State, Action>] = [],
    @ReducerBuilder<State, Action> reducer: () -> Feature,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) throws(RecordingError)
  where Feature.State == State, Feature.Action == Action, State: Codable, Action: Codable {
    // The dependencies of the new store, without the changes of its observers. `init` makes them
    // again, so `update` is called twice.
    let dependencies = DependencyValues.ofNewStore.updated(by: update)
    let feature = dependencies.withValues { reducer() }
    let state = try dependencies.withValues { () throws(RecordingError) in
      try recording.lastState(feature, lenient: lenient)
    }
    self.init(
      initialState: state, observers: observers, reducer: { feature }, withDependencies: update)
  }
}

extension Recording {
  /// Replays the recording without effects, and returns the state after the last action.
  @MainActor package func lastState<Feature: Reducer>(
    _ feature: Feature, lenient: Bool
  ) throws(RecordingError) -> Feature.State where Feature.State: Codable, Feature.Action: Codable {
    let replay = try Replay(self, feature)
    try replay.run(lenient: lenient)
    return replay.state
  }
}
