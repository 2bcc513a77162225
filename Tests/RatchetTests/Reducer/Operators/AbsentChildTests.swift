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
        An action was sent to a child that is not present: \(ValueLine.text(absence.action))

        At '\(absence.path)', \(absence.reason). The action was sent by code outside of the \
        store's effects. The child's reducer did not run. To fix this, send the action only while \
        the child is present, or return the effect from the child's reducer: it then ends when the \
        child is removed.
        """
      ])
    #expect(messages.all.map(\.fileID) == ["RatchetTests/Family.swift"])
  }

  @Test("is reported with the effect that sent it, its place and what started it")
  func sender() async {
    let messages = Messages()
    let store = Store(initialState: Family.State(), log: messages) {
      Family()
      Reduce<Family.State, Family.Action> { _, action in
        switch action {
        case .own(.operate): .send(.maybe(.add(1)))
        case .own(.add): .run(name: "late") { send in await send(.row(id: 7, action: .add(1))) }
        default: .none
        }
      }
    }
    let line: UInt = #line - 5
    store.send(.own(.add(1)))
    await store.finish()
    #expect(messages.all.map(\.line) == [line])
    #expect(messages.all.map(\.fileID) == ["RatchetTests/AbsentChildTests.swift"])
    #expect(
      messages.texts == [
        """
        An action was sent to a child that is not present: row(id: 7, action: .add(1))

        At 'rows[7]', no element has this id. The action was sent by effect "late" \
        (RatchetTests/AbsentChildTests.swift:\(line), started by own(.add(1))). The child's \
        reducer did not run. To fix this, send the action only while the child is present, or \
        return the effect from the child's reducer: it then ends when the child is removed.
        """
      ])
    store.send(.own(.operate))
    let sender = "The action was sent by effect 'Effect.send' (started by own(.operate))."
    #expect(messages.texts.last?.contains(sender) == true)
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
      action: .page(.third(.add(1))), path: "page.third", reason: "the state is in another case")
    static let unknownRow = Absence(
      action: .row(id: 3, action: .add(1)), path: "rows[3]", reason: "no element has this id")

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.path == rhs.path }
  }
}
