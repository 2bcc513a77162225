import RatchetTesting

// The code of `Docs/Ratchet.docc/Dependencies.md`.

struct PlayerClient: DependencyKey {
  var play: @Sendable (String) async throws -> Void = unimplemented("PlayerClient.play")
  var volume: @Sendable () -> Double = unimplemented("PlayerClient.volume", placeholder: 1)

  static let testValue = PlayerClient()
  static let liveValue = PlayerClient(
    play: { print("Playing \($0)") },
    volume: { 0.5 })
}

extension DependencyValues {
  var player: PlayerClient {
    get { self[PlayerClient.self] }
    set { self[PlayerClient.self] = newValue }
  }
}

@Suite("The page of dependencies")
struct DependenciesTests {
  struct Song: Reducer {
    struct State: Equatable {
      var title: String
      var volume = 0.0
    }

    enum Action: Equatable { case playTapped, ended }

    @Dependency(\.player) var player

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .playTapped:
        state.volume = player.volume()
        return .run(name: "play") { [title = state.title] send in
          try await player.play(title)
          await send(.ended)
        }
      case .ended:
        return .none
      }
    }
  }

  @Test @MainActor func playsWithTheVolume() async {
    let store = TestStore(initialState: Song.State(title: "Blue")) {
      Song()
    } withDependencies: {
      $0.player.volume = { 0.3 }
      $0.player.play = { #expect($0 == "Blue") }
    }
    await store.send(.playTapped) { $0.volume = 0.3 }
    await store.receive(.ended)
  }

  @Test("shows a client of which a test has to say what it does")
  @MainActor func unimplementedClient() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Song.State(title: "Blue")) {
        Song()
      } withDependencies: {
        $0.player.play = { _ in }
      }
      await store.send(.playTapped) { $0.volume = 1 }
      await store.receive(.ended)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("Unimplemented: PlayerClient.volume was called") == true)
  }
}
