package import Ratchet
import RatchetRecording

extension Program {
  /// Runs a feature on standard input and output, and records the run on request; or instead does
  /// what was requested with a recording.
  ///
  /// Returns the exit status and the final state of a run.
  @MainActor package func run<Feature: Reducer>(
    _ feature: Feature, from state: Feature.State,
    _ interface: Interface<Feature.State, Feature.Action>, _ console: ConsoleOptions,
    _ recording: RecordingOptions,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> (status: Int32, state: Feature.State?)
  where Feature.State: Codable & Sendable, Feature.Action: Codable {
    let review = try await review(
      recording, of: feature, interface, console: console, changes: interface.changes)
    if let review { return (review, nil) }
    let state = try initialState(state, of: feature, recording)
    let recorder = try recorder(for: recording, of: Feature.self)
    let report = StoreReport(of: Feature.self)
    let store = Store(initialState: state, observers: recorder.observers + report.observers) {
      feature
    } withDependencies: {
      update(&$0)
    }
    let status = try await Session(store, interface, console, report: report.text(of:)) {
      try? await recorder?.flush()
    }.run()
    try await recorder?.finish()
    return (status, store.state)
  }
}
