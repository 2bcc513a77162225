import RatchetTesting

@MainActor @Suite("The path of an effect in inFlight")
struct FeaturePathTests {
  @Test("names properties, cases, identities, rows; what is computed, by the case of its actions")
  func names() {
    let store = Store(initialState: State()) { Feature() }
    let actions: [Action] = [
      .stored(.start("a")), .nested(.start("a")), .row(id: "x", action: .start("a")),
      .page(.third(.start("a"))), .item(.presented(.start("a"))), .calculated(.start("a")),
      .watched(.start("a")), .subscripted(.start("a")),
    ]
    for action in actions { store.send(action) }
    #expect(
      store.inFlight.map(\.path) == [
        "stored", "inner.part", "rows[\"x\"]", "page.third[3]", "item[1]", "calculated", "watched",
        "subscripted",
      ])
  }

  @Test("is a part of the description")
  func description() {
    let store = Store(initialState: State()) { Feature() }
    store.send(.row(id: "x", action: .start("a")))
    let line = store.inFlight.first?.origin?.line ?? 0
    #expect(
      store.inFlight.first?.description == """
        "a" (RatchetTests/Part.swift:\(line)), started by row(id: "x", action: \
        .start("a")), in rows["x"], cancellable by "a"
        """)
  }

  // MARK: - Fixtures

  private struct Row: Equatable {
    var id: String
    var part = Part.State()
  }

  private struct Inner { var part = Part.State() }

  private struct State {
    var stored = Part.State()
    var inner = Inner()
    var list = [Part.State()]
    var watched = Part.State() { didSet {} }
    var rows = IdentifiedArray([Row(id: "x")], id: \.id)
    var page = Page.State.third(Item.State(id: 3))
    var item: Item.State? = Item.State(id: 1)

    var calculated: Part.State {
      get { stored }
      set { stored = newValue }
    }
  }

  private enum Action: Sendable {
    case stored(Part.Action), nested(Part.Action), calculated(Part.Action), watched(Part.Action)
    case subscripted(Part.Action), row(id: String, action: Part.Action), page(Page.Action)
    case item(PresentationAction<Part.Action>)
  }

  private struct Feature: Reducer {
    typealias State = FeaturePathTests.State
    typealias Action = FeaturePathTests.Action

    var body: some ReducerOf<Self> {
      Scope(state: \.stored, action: Action.stored) { Part() }
      Scope(state: \.inner.part, action: Action.nested) { Part() }
      Scope(state: \.calculated, action: Action.calculated) { Part() }
      Scope(state: \.watched, action: Action.watched) { Part() }
      Scope(state: \.list[0], action: Action.subscripted) { Part() }
      Scope(state: \.page, action: Action.page) { Page() }
      EmptyReducer()
        .forEach(\.rows, action: Action.row) {
          Reduce<Row, Part.Action> { _, action in Part.effect(of: action) { _ in } }
        }
        .ifLet(presenting: \.item, action: Action.item) { Item() }
    }
  }
}
