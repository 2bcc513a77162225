import RatchetTesting

@MainActor @Suite("A test of a feature with a shared key")
struct SharedTestTests {
  @Test("passes if it asserts what the feature does, also for a key that is kept in a file")
  func file() async {
    let store = TestStore(initialState: Sheet.State()) { Sheet() }
    await store.send(.write("one")) { $0.text = "one" }
    store.dependencies.sharedStorage.change(.text) { $0 = "two" }
    await store.receive(.textChanged) {
      $0.text = "two"
      $0.changes = 1
    }
    #expect(await store.dependencies.sharedStorage.flush() == [])
    @SharedReader(.text) var text
    #expect(text == "two")
  }

  @Test("repeats under each schedule if an effect saves before it goes on")
  func savingEffect() async {
    await exploreSchedules(5) {
      let store = TestStore(initialState: Sheet.State()) { Sheet() }
      await store.send(.writeSaved("one"))
      await store.receive(.write("one")) { $0.text = "one" }
      await store.receive(.write("one, saved")) { $0.text = "one, saved" }
    }
  }

  @Test("fails if its last step is a change from outside that it does not receive")
  func lastStep() async {
    let issues = await failures(of: Sheet(), from: Sheet.State()) { store in
      store.dependencies.sharedStorage.change(.text) { $0 = "two" }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("textChanged") == true)
  }

  @Test("has nothing in flight for it, and waits for nothing when a receive fails")
  func nothingInFlight() async {
    await expectFailures(
      of: Sheet(), from: Sheet.State(),
      "Expected to receive textChanged, but no action was sent. No effect is in flight."
    ) { store in
      #expect(store.inFlight.isEmpty)
      await store.receive(.textChanged)
    }
  }

  @Test("fails if it asserts another value of the kept field, whichever feature changes it")
  func wrongAssertion() async {
    for action in [Sheet.Action.write("one"), .line(.write("one"))] {
      let issues = await failures(of: Sheet(), from: Sheet.State()) { store in
        await store.send(action) { $0.text = "other" }
      }
      #expect(issues.count == 1)
      #expect(issues.first?.contains(#"-   text: "other""#) == true)
      #expect(issues.first?.contains(#"+   text: "one""#) == true)
    }
  }

  @Test("reads the key of a child that a reducer calls by hand")
  func byHand() async {
    let store = TestStore(initialState: Sheet.State()) { Sheet() }
    await store.send(.callByHand("called")) { $0.text = "called" }
    await store.send(.callByHand("again")) {
      $0.text = "again"
      $0.line.seen = "called"
    }
  }
}

// MARK: - Fixtures

extension SharedKey where Value == String {
  fileprivate static var text: Self {
    SharedKey("text", default: "new", in: .file("/nowhere/text.json"))
  }
}

/// A feature that keeps a text, and has a child that changes it.
private struct Sheet: Reducer {
  struct State: Equatable {
    var text = "new"
    var changes = 0
    var line = Line.State()
  }

  enum Action: Equatable {
    case write(String)
    case writeSaved(String)
    case callByHand(String)
    case textChanged
    case line(Line.Action)
  }

  @Dependency(\.sharedStorage) var storage

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.line, action: Action.line) { Line() }
      Reduce { state, action in
        switch action {
        case .write(let text): state.text = text
        case .writeSaved(let text):
          return .run { [storage] send in
            await send(.write(text))
            await storage.flush()
            await send(.write("\(text), saved"))
          }
        case .callByHand(let text):
          if state.text != "new" { _ = Line().reduce(into: &state.line, action: .look) }
          return Line().reduce(into: &state.line, action: .write(text)).map(Action.line)
        case .textChanged: state.changes += 1
        case .line: break
        }
        return .none
      }
    }
    .kept(\.text, in: .text, changed: .textChanged)
  }
}

private struct Line: Reducer {
  struct State: Equatable { var seen: String? }
  enum Action: Equatable { case look, write(String) }

  @SharedReader(.text) var text

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .look:
      state.seen = text
      return .none
    case .write(let text): return .change(.text) { $0 = text }
    }
  }
}
