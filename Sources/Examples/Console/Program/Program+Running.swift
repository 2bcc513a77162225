package import Ratchet
import RatchetRecording

extension Program {
  /// Runs a feature on standard input and output, and records the run on request; or instead does
  /// what was requested with a recording.
  ///
  /// Returns the exit status and the final state of a run. A program that undoes keeps its history,
  /// unless it records: a recording is that of one store, and who goes on from an earlier step has
  /// another one.
  @MainActor package func run<Feature: Reducer>(
    _ feature: Feature, from state: Feature.State,
    _ interface: Interface<Feature.State, Feature.Action>, _ console: ConsoleOptions,
    _ recording: RecordingOptions, undoes: Bool = false,
    withDependencies update: @escaping (inout DependencyValues) -> Void = { _ in }
  ) async throws -> (status: Int32, state: Feature.State?)
  where Feature.State: Codable & Sendable, Feature.Action: Codable {
    let review = try await review(
      recording, of: feature, console: console, draw: interface.draw, changes: interface.changes)
    if let review { return (review, nil) }
    let resumed = try initialState(of: feature, recording).map(interface.resumed)
    let recorder = try recorder(for: recording, of: Feature.self)
    let history = undoes && recorder == nil ? StoreHistory(of: feature) : nil
    func makeStore(_ state: Feature.State) -> Store<Feature.State, Feature.Action> {
      // Each store numbers its effects from 1, so each has a report of its own.
      let report = StoreReport(of: Feature.self)
      let observers = recorder.observers + report.observers + history.observers
      return Store(initialState: state, observers: observers) {
        feature
      } withDependencies: {
        update(&$0)
      }
    }
    // Only the session has the store: one that is replaced after an undo ends.
    let session = try Session(
      makeStore(resumed ?? state), interface, console,
      past: history.map { Past($0, makeStore: makeStore) }, report: StoreReport.text(of:)
    ) {
      try? await recorder?.flush()
    }
    let status: Int32
    do {
      status = try await session.run()
    } catch {
      // What is wrong with the output is no reason to leave the recording without its end.
      try? await recorder?.close()
      throw error
    }
    try await recorder?.close()
    return (status, session.store.state)
  }
}
