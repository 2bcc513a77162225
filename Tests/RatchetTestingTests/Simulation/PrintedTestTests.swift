import RatchetTesting
import TestSupport

/// What the simulations of `PlantedBugTests` print, word for word.
@MainActor @Suite("A printed test fails as its simulation did, and passes once it is corrected:")
struct PrintedTestTests {
  @Test("an update that is lost")
  func lostUpdate() async throws {
    @MainActor func simulationFailure() async {
      let store = TestStore(initialState: Counts.State()) {
        Counts()
        Reduce { state, _ in
          #expect({ $0.waiting > 0 || $0.count == $0.taps }(state))
          return .none
        }
      }
      store.exhaustivity = .off
      await store.send(.tapped)
      await store.send(.tapped)
      await store.advance(by: .seconds(1))
    }
    try await failsAsLongAsNotFixed(simulationFailure)
  }

  @Test("a stale response")
  func staleResponse() async throws {
    @MainActor func simulationFailure() async {
      let draw = Draw(replaying: [1])
      let store = TestStore(initialState: ShowsLatest.State()) {
        ShowsLatest()
      } withDependencies: { values in
        values[LatencyKey.self] = { draw.duration(upTo: .seconds(2)) }
      }
      store.exhaustivity = .off
      await store.send(.queryChanged(""))
      await store.send(.queryChanged("a"))
      draw.stopFaults()
      await store.settle()
      await store.advance(by: .milliseconds(1))
      await store.settle()
      #expect({ $0.result == $0.query }(store.state))
    }
    try await failsAsLongAsNotFixed(simulationFailure)
  }

  @Test("a resource that is not released")
  func resource() async throws {
    @MainActor func simulationFailure() async {
      let store = TestStore(initialState: Connects.State()) {
        Connects()
      }
      store.exhaustivity = .off
      await store.send(.connect)
      await store.send(.disconnect)
      await store.settle()
      await store.advance(by: .seconds(1))
      await store.settle()
      #expect({ $0.isWanted || $0.open == 0 }(store.state))
    }
    try await failsAsLongAsNotFixed(simulationFailure)
  }

  @Test("a retry after a cancellation")
  func retryAfterCancel() async throws {
    @MainActor func simulationFailure() async {
      let draw = Draw(faults: ["the post fails": [1, 2]])
      let store = TestStore(initialState: Uploads.State()) {
        Uploads()
        Reduce { state, _ in
          #expect({ $0.attemptsAfterCancel == 0 }(state))
          return .none
        }
      } withDependencies: { values in
        values[PostKey.self] = { !draw.chance(0.5, of: "the post fails") }
      }
      store.exhaustivity = .off
      await store.send(.start)
      await store.advance(by: .milliseconds(1254))
      await store.send(.cancel)
      await store.advance(by: .milliseconds(746))
    }
    try await failsAsLongAsNotFixed(simulationFailure)
  }

  @Test("a save that is not of the last state")
  func lastSave() async throws {
    @MainActor func simulationFailure() async {
      let draw = Draw(faults: ["the disk is slow": [1]])
      let store = TestStore(initialState: SavesEdits.State()) {
        SavesEdits()
      } withDependencies: { values in
        SavesEdits.file.withLock { $0 = "" }
        values[LatencyKey.self] = { draw.chance(0.3, of: "the disk is slow") ? .seconds(2) : .zero }
      }
      store.exhaustivity = .off
      await store.send(.edited(""))
      await store.send(.edited("a"))
      draw.stopFaults()
      await store.settle()
      await store.advance(by: .seconds(2))
      await store.settle()
      #expect(
        { state in
          SavesEdits.file.withLock { $0 } == state.text
        }(store.state))
    }
    try await failsAsLongAsNotFixed(simulationFailure)
  }

  private func failsAsLongAsNotFixed(_ test: @MainActor () async -> Void) async throws {
    try await expectIssues {
      await test()
    } matching: { issue in
      if case .expectationFailed = issue.kind { true } else { false }
    }
    await withDependencies {
      $0[IsFixedKey.self] = true
    } operation: {
      await test()
    }
  }
}
