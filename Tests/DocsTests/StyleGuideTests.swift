import RatchetTesting

// The code of `Docs/Ratchet.docc/StyleGuide.md`.

@MainActor @Suite("The style guide")
struct StyleGuideTests {
  struct Draft: Reducer {
    struct State: Equatable { var text = "", savedText = "", hasFailed = false }
    enum Action: Equatable {
      case textChanged(String), saveTapped, autosaveElapsed, saved(String), saveFailed
    }
    enum CancelID { case save }

    @Dependency(DraftClient.self) var drafts
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .textChanged(let text): state.text = text
        case .saveTapped, .autosaveElapsed: return save(state)
        case .saved(let text):
          state.savedText = text
          state.hasFailed = false
        case .saveFailed: state.hasFailed = true
        }
        return .none
      }
      .subscription(id: { $0.text == $0.savedText ? nil : $0.text }) { _ in
        .run(name: "autosave") { send in
          try await clock.sleep(for: .seconds(10))
          await send(.autosaveElapsed)
        }
      }
    }

    private func save(_ state: State) -> Effect<Action> {
      .run(name: "save") { [text = state.text] send in
        try await drafts.save(text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)
    }
  }

  struct DraftClient: DependencyKey {
    var save: @Sendable (String) async throws -> Void

    static let liveValue = DraftClient { print($0) }
    static let testValue = DraftClient(save: unimplemented("DraftClient.save"))
  }

  @Test("shows a draft that saves itself ten seconds after the last change")
  func autosave() async {
    let store = TestStore(initialState: Draft.State()) {
      Draft()
    } withDependencies: {
      $0[DraftClient.self].save = { #expect($0 == "ab") }
    }
    await store.send(.textChanged("a")) { $0.text = "a" }
    await store.advance(by: .seconds(9))
    await store.send(.textChanged("ab")) { $0.text = "ab" }
    await store.advance(by: .seconds(10))
    await store.receive(.autosaveElapsed)
    await store.receive(.saved("ab")) { $0.savedText = "ab" }
    await store.finish()
  }

  @Test("shows a draft of which nothing is lost that is typed while it is saved")
  func typedMeanwhile() async {
    let server = Calls<String>()
    let store = TestStore(initialState: Draft.State(text: "a")) {
      Draft()
    } withDependencies: {
      $0[DraftClient.self].save = {
        @Dependency(\.continuousClock) var clock
        server.append($0)
        try await clock.sleep(for: .seconds(1))
      }
    }
    await store.send(.saveTapped)
    await store.send(.textChanged("ab")) { $0.text = "ab" }
    await store.advance(by: .seconds(1))
    await store.receive(.saved("a")) { $0.savedText = "a" }
    await store.advance(by: .seconds(9))
    await store.receive(.autosaveElapsed)
    await store.advance(by: .seconds(1))
    await store.receive(.saved("ab")) { $0.savedText = "ab" }
    #expect(server.values == ["a", "ab"])
    await store.finish()
  }

  @Test("shows a draft that is saved by a tap, again after a failure")
  func tapped() async {
    let store = TestStore(initialState: Draft.State(text: "a")) {
      Draft()
    } withDependencies: {
      $0[DraftClient.self].save = { _ in throw Offline() }
    }
    await store.send(.saveTapped)
    await store.receive(.saveFailed) { $0.hasFailed = true }
    store.dependencies[DraftClient.self].save = { _ in }
    await store.send(.saveTapped)
    await store.receive(.saved("a")) {
      $0.savedText = "a"
      $0.hasFailed = false
    }
    #expect(store.subscriptions.isEmpty)
    await store.finish()
  }

  struct Offline: Error {}
}
