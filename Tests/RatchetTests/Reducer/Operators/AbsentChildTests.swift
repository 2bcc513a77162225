import RatchetTesting

@MainActor @Suite("An action for a child that is not there")
struct AbsentChildTests {
  @Test(
    "changes nothing and is reported, with action and path",
    arguments: [Absence.nilChild, .nilItem, .otherCase, .unknownRow])
  func reported(absence: Absence) {
    let messages = Messages()
    let store = FamilyStore(Family.State(), log: messages)
    store.send(absence.action)
    #expect(store.state == Family.State())
    #expect(store.isAtRest)
    let texts = messages.texts
    #expect(
      texts == [
        """
        An action was sent to a child that is not there: \(ValueLine.text(absence.action))

        At '\(absence.path)' \(absence.reason). The action came from outside of the store's effects. \
        The child's reducer did not run. To fix this, send the action only while the child is there; \
        effects of a child that is removed are cancelled, so an effect that outlives it belongs to its parent.
        """
      ])
    #expect(messages.all.map(\.fileID) == ["RatchetTests/Family.swift"])
  }

  @Test("is reported with the effect that sent it, its place and what started it")
  func sender() async {
    let messages = Messages()
    let origin = Box<SourceOrigin?>(nil)
    let store = Store(initialState: Family.State()) {
      Family()
      Reduce<Family.State, Family.Action> { _, action in
        guard case .own(.add) = action else { return .none }
        return .run(name: "late") { send in await send(.row(id: 7, action: .add(1))) }
      }
    } withDependencies: {
      $0.log = messages.sink
    }
    let line: UInt = #line - 5
    origin.value = SourceOrigin(fileID: #fileID, line: line)
    store.send(.own(.add(1)))
    await store.finish()
    #expect(messages.all.map(\.line) == [line])
    #expect(messages.all.map(\.fileID) == ["RatchetTests/AbsentChildTests.swift"])
    #expect(
      messages.texts == [
        """
        An action was sent to a child that is not there: row(id: 7, action: .add(1))

        At 'rows[7]' no element has this id. The action came from effect "late" \
        (RatchetTests/AbsentChildTests.swift:\(line), started by own(.add(1))). \
        The child's reducer did not run. To fix this, send the action only while the child is there; \
        effects of a child that is removed are cancelled, so an effect that outlives it belongs to its parent.
        """
      ])
  }

  @Test("is reported with the action whose 'Effect.send' sent it")
  func sentByEffectSend() {
    let messages = Messages()
    let store = Store(initialState: Family.State()) {
      Family()
      Reduce<Family.State, Family.Action> { _, action in
        if case .own(.add) = action { .send(.maybe(.add(1))) } else { .none }
      }
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.own(.add(1)))
    #expect(messages.texts.count == 1)
    #expect(
      messages.texts.first?.contains(
        "The action came from effect 'Effect.send' (started by own(.add(1)))."
      ) == true)
  }

  @Test("is reported with the whole path if the child is nested")
  func nested() {
    let messages = Messages()
    let store = Store(initialState: Outer.State(rows: [.init(id: 3)])) {
      Outer()
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.row(id: 3, action: .family(.row(id: 4, action: .add(1)))))
    store.send(.row(id: 3, action: .family(.page(.second(.add(1))))))
    store.send(.row(id: 3, action: .family(.maybe(.add(1)))))
    let paths = messages.texts.map { $0.split(separator: "'")[1] }
    #expect(
      paths == ["rows[3].family.rows[4]", "rows[3].family.page.second", "rows[3].family.maybe"])
  }

  @Test("still reaches the parent, whose effects run")
  func parentRuns() async {
    let messages = Messages()
    let ran = Box<[Int]>([])
    let store = Store(initialState: Family.State()) {
      Family()
      Reduce<Family.State, Family.Action> { state, action in
        guard case .row(let id, _) = action else { return .none }
        return .run { _ in ran.value.append(id) }
      }
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.row(id: 5, action: .start("a")))
    await store.finish()
    #expect(ran.value == [5])
    #expect(messages.texts.count == 1)
    #expect(store.isAtRest)
  }

  @Test("is a failure in a test store")
  func testStore() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Family.State()) { Family() }
      await store.send(.maybe(.add(1)))
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("An action was sent to a child that is not there: maybe") == true)
  }

  // MARK: - Fixtures

  struct Absence: Sendable, Equatable {
    let action: Family.Action
    let path: String
    let reason: String

    static let nilChild = Absence(
      action: .maybe(.add(1)), path: "maybe", reason: "the child's state is nil")
    static let nilItem = Absence(
      action: .item(.addLater), path: "item", reason: "the child's state is nil")
    static let otherCase = Absence(
      action: .page(.third(.add(1))), path: "page.third", reason: "the state is another case")
    static let unknownRow = Absence(
      action: .row(id: 3, action: .add(1)), path: "rows[3]", reason: "no element has this id")

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.path == rhs.path }
  }

  struct Outer: Reducer {
    struct State { var rows: IdentifiedArrayOf<Row.State> = [] }
    enum Action: Sendable { case row(id: Int, action: Row.Action) }
    var body: some ReducerOf<Self> {
      EmptyReducer().forEach(\.rows, action: Action.row) { Row() }
    }
  }

  struct Row: Reducer {
    struct State: Identifiable {
      let id: Int
      var family = Family.State()
    }
    enum Action: Sendable { case family(Family.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: \.family, action: Action.family) { Family() }
    }
  }
}
