import RatchetTesting

// The feature of `Docs/Ratchet.docc/ComingFromTCA.md`.

@Suite("The page for those who come from TCA")
struct ComingFromTCATests {
  struct Reader: Reducer {
    enum Alert { case loadingFailed }
    enum Button { case retry, cancel }

    struct State: Equatable {
      var text = ""
      var alert: Alert?
    }

    enum Action {
      case loadTapped
      case loaded(Result<String, any Error>)
      case alert(Button)
    }

    @Dependency(\.texts) var texts

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .loadTapped: return load()
      case .loaded(.success(let text)): state.text = text
      case .loaded(.failure): state.alert = .loadingFailed
      case .alert(let button):
        state.alert = nil
        if button == .retry { return load() }
      }
      return .none
    }

    private func load() -> Effect<Action> {
      .run(name: "load") { send in
        await send(.loaded(Result { try await texts.load() }))
      }
    }
  }

  @Test @MainActor func retries() async {
    let store = TestStore(initialState: Reader.State(alert: .loadingFailed)) {
      Reader()
    } withDependencies: {
      $0.texts.load = { "Call me Ishmael." }
    }
    await store.send(.alert(.retry)) { $0.alert = nil }
    await store.receive(Reader.Action.loaded) { $0.text = "Call me Ishmael." }
  }

  @Test("shows a failure that becomes an alert")
  @MainActor func failure() async {
    let store = TestStore(initialState: Reader.State()) {
      Reader()
    } withDependencies: {
      $0.texts.load = { throw CancellationError() }
    }
    await store.send(.loadTapped)
    await store.receive(Reader.Action.loaded) { $0.alert = .loadingFailed }
  }
}

struct TextClient: DependencyKey {
  var load: @Sendable () async throws -> String

  static let liveValue = TextClient { "" }
}

extension DependencyValues {
  var texts: TextClient {
    get { self[TextClient.self] }
    set { self[TextClient.self] = newValue }
  }
}
