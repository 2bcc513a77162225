import RatchetTesting

// The code of `Docs/Ratchet.docc/StyleGuide.md`.

@MainActor @Suite("The style guide")
struct StyleGuideTests {
  struct Draft: Reducer {
    struct State: Equatable { var text = "", isSaved = true }
    enum Action: Equatable { case textChanged(String), saveTapped, autosaveElapsed, saved }
    enum CancelID { case save }

    @Dependency(DraftClient.self) var drafts
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .textChanged(let text):
          state.text = text
          state.isSaved = false
        case .saveTapped, .autosaveElapsed: return save(state)
        case .saved: state.isSaved = true
        }
        return .none
      }
      .subscription(id: { $0.isSaved ? nil : $0.text }) { _ in
        .run(name: "autosave") { send in
          try await clock.sleep(for: .seconds(10))
          await send(.autosaveElapsed)
        }
      }
    }

    private func save(_ state: State) -> Effect<Action> {
      .run(name: "save") { [text = state.text] send in
        try await drafts.save(text)
        await send(.saved)
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
    await store.send(.textChanged("a")) {
      $0.text = "a"
      $0.isSaved = false
    }
    await store.advance(by: .seconds(9))
    await store.send(.textChanged("ab")) { $0.text = "ab" }
    await store.advance(by: .seconds(10))
    await store.receive(.autosaveElapsed)
    await store.receive(.saved) { $0.isSaved = true }
    await store.finish()
  }

  @Test("shows a draft that is saved by a tap")
  func tapped() async {
    let store = TestStore(initialState: Draft.State(text: "a", isSaved: false)) {
      Draft()
    } withDependencies: {
      $0[DraftClient.self].save = { _ in }
    }
    await store.send(.saveTapped)
    await store.receive(.saved) { $0.isSaved = true }
    #expect(store.subscriptions.isEmpty)
    await store.finish()
  }
}
