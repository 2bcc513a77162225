public import Ratchet
public import RatchetDependencies

extension Store {
  /// Makes a store that goes on from the last state of a recording.
  ///
  /// ```swift
  /// let store = try Store(resuming: recording) { Counter() }
  /// ```
  ///
  /// The recorded actions are reduced again, without what followed from them. What the last state
  /// declares to run starts, as in any store that begins with this state; effects that were in
  /// flight when the recording ended do not: what they do may not be repeatable.
  ///
  /// An ``RatchetRecording/ActionRecorder`` with the mode
  /// ``RatchetRecording/RecordingMode/continuing`` goes on in the same file.
  ///
  /// - Parameters:
  ///   - recording: The recording of a store of this feature.
  ///   - lenient: Whether to go on from the last state that can be read, if not all can.
  ///   - observers: Are told what the store does from then on, in this order.
  ///   - reducer: The logic of the feature.
  ///   - update: Changes dependencies for this store, and for the replay.
  /// - Throws: A ``RatchetRecording/RecordingError`` if the recording cannot be replayed, or leads
  ///   to another state than the recorded one.
  public convenience init<Feature: Reducer>(
    resuming recording: Recording, lenient: Bool = false,
    observers: [any StoreObserver<State, Action>] = [],
    @ReducerBuilder<State, Action> reducer: () -> Feature,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) throws(RecordingError)
  where Feature.State == State, Feature.Action == Action, State: Codable, Action: Codable {
    let dependencies = DependencyValues.current.updated(by: update)
    let feature = dependencies.withValues { reducer() }
    let state = try dependencies.withValues { () throws(RecordingError) in
      try recording.lastState(feature, lenient: lenient)
    }
    self.init(
      initialState: state, observers: observers, reducer: { feature }, withDependencies: update)
  }
}

extension Recording {
  /// The state after the last action.
  @MainActor package func lastState<Feature: Reducer>(
    _ feature: Feature, lenient: Bool
  ) throws(RecordingError) -> Feature.State where Feature.State: Codable, Feature.Action: Codable {
    let replay = try Replay(self, feature)
    try replay.run(lenient: lenient)
    return replay.state
  }
}
