import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeUndo.md`.

@Suite("The recipe for undo")
struct UndoTests {
  /// The values before and after the current one, at most `limit` of each.
  struct History<Value: Equatable>: Equatable {
    private(set) var past: [Value] = []
    private(set) var future: [Value] = []
    var limit = 100

    var canUndo: Bool { !past.isEmpty }
    var canRedo: Bool { !future.isEmpty }

    mutating func record(_ old: Value) {
      past.append(old)
      past.removeFirst(max(0, past.count - limit))
      future = []
    }

    mutating func undo(_ value: inout Value) {
      guard let old = past.popLast() else { return }
      future.append(value)
      value = old
    }

    mutating func redo(_ value: inout Value) {
      guard let new = future.popLast() else { return }
      past.append(value)
      value = new
    }
  }

  struct LanguageClient: TestDependencyKey {
    var language: @Sendable (_ text: String) async throws -> String = unimplemented(
      "LanguageClient.language")
    static let testValue = LanguageClient()
  }

  struct Note: Reducer {
    struct State: Equatable {
      var text = ""
      var history = History<String>()
      /// Follows from the text, so it is looked up again instead of being undone.
      var language: String?
    }

    enum Action: Equatable {
      case textChanged(String)
      case undoTapped, redoTapped
      case recognized(String)
    }

    enum CancelID { case recognize }

    @Dependency(LanguageClient.self) var languages

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .textChanged(let text) where text != state.text:
          state.history.record(state.text)
          state.text = text
        case .undoTapped: state.history.undo(&state.text)
        case .redoTapped: state.history.redo(&state.text)
        case .recognized(let language): state.language = language
        case .textChanged: break
        }
        return .none
      }
      .onChange(of: \.text) { _, text in
        Reduce { state, _ in
          state.language = nil
          return .run(name: "recognize") { send in
            await send(.recognized(try await languages.language(text)))
          }
          .cancellable(id: CancelID.recognize, cancelInFlight: true)
        }
      }
    }
  }

  @Test @MainActor func textIsUndoneAndItsLanguageLookedUpAgain() async {
    let store = TestStore(initialState: Note.State()) {
      Note()
    } withDependencies: {
      $0[LanguageClient.self].language = { $0.hasPrefix("Guten") ? "de" : "en" }
    }
    await store.send(.textChanged("Good")) {
      $0.text = "Good"
      $0.history.record("")
    }
    await store.receive(.recognized("en")) { $0.language = "en" }
    await store.send(.textChanged("Guten Tag")) {
      $0.text = "Guten Tag"
      $0.history.record("Good")
      $0.language = nil
    }
    await store.receive(.recognized("de")) { $0.language = "de" }
    await store.send(.undoTapped) {
      $0.history.undo(&$0.text)
      $0.language = nil
    }
    store.expect(\.text, "Good")
    await store.receive(.recognized("en")) { $0.language = "en" }
    await store.send(.redoTapped) {
      $0.history.redo(&$0.text)
      $0.language = nil
    }
    store.expect(\.text, "Guten Tag")
    await store.receive(.recognized("de")) { $0.language = "de" }
  }

  @Test func historyIsBounded() {
    var history = History<Int>(limit: 2)
    var number = 0
    for next in 1...3 {
      history.record(number)
      number = next
    }
    for _ in 1...3 { history.undo(&number) }
    #expect(number == 1)
    for _ in 1...3 { history.redo(&number) }
    #expect(number == 3)
    history.undo(&number)
    history.record(number)
    #expect(!history.canRedo)
  }

  @Test("drops the language of a text that was undone, in every order")
  @MainActor func staleLanguage() async {
    let report = await exploreSchedules(.all(deviations: 2)) { schedule in
      let store = TestStore(initialState: Note.State(), schedule: schedule) {
        Note()
      } withDependencies: {
        $0[LanguageClient.self].language = { text in
          await Task.yield()
          return text
        }
      }
      store.exhaustivity = .off
      await store.send(.textChanged("a"))
      await store.send(.textChanged("b"))
      await store.send(.undoTapped)
      await store.finish()
      store.expect(\.language, "a")
    }
    #expect(report.isComplete)
  }

  @Test("does nothing where there is nothing to undo or to redo")
  @MainActor func nothing() async {
    let store = TestStore(initialState: Note.State(text: "a")) { Note() }
    await store.send(.undoTapped)
    await store.send(.redoTapped)
    await store.send(.textChanged("a"))
    #expect(!store.state.history.canUndo && !store.state.history.canRedo)
  }
}
