import Foundation
import RatchetTesting

@testable import RatchetRecording

@MainActor
@Suite("A recorder among other observers")
struct RecorderAmongObserversTests {
  @Test("records what they send, in the order in which it is reduced")
  func sending() async throws {
    let file = try RecordedFile()
    let recorder = try recorder(to: file)
    let sender = Calling()
    let store = store([sender, recorder])
    sender.whenReduced = { [weak store] action in
      if case .add(let number) = action, number > 0 { store?.send(.add(number - 1)) }
    }
    store.send(.add(3))
    store.send(.identify)
    try await recorder.close()
    var actions: [Dicing.Action] = []
    #expect(try file.recording.replay(Dicing()) { actions.append($0.action) } == .same(steps: 5))
    #expect(actions == [.add(3), .add(2), .add(1), .add(0), .identify])
  }

  private func recorder(
    to file: RecordedFile
  ) throws -> ActionRecorder<Dicing.State, Dicing.Action> {
    try ActionRecorder(to: file.url, of: Dicing.self, program: "dicing", version: "1")
  }

  private func store(
    _ observers: [any StoreObserver<Dicing.State, Dicing.Action>]
  ) -> StoreOf<Dicing> {
    Store(initialState: Dicing.State(), observers: observers) {
      Dicing()
    } withDependencies: {
      $0.context = .live
      $0.continuousClock = TestClock()
    }
  }
}

// MARK: - Fixtures

/// Calls a closure after each action.
private final class Calling: StoreObserver {
  var whenReduced: (Dicing.Action) -> Void = { _ in }

  func observe(_ event: StoreEvent<Dicing.State, Dicing.Action>) {
    if case .reduced(let action, _, _, _, _) = event { whenReduced(action) }
  }
}
