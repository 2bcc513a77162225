import RatchetTesting

// The code of `Docs/Ratchet.docc/LifeOfAnAction.md`.

@MainActor @Suite("The page of the life of an action")
struct LifeOfAnActionTests {
  struct Echo: Reducer {
    enum Action { case tapped, echoed }

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
      switch action {
      case .tapped:
        state.append("tapped")
        return .merge(.run { send in await send(.echoed) }, .send(.echoed))
      case .echoed:
        state.append("echoed")
        return .none
      }
    }
  }

  @MainActor func order() -> [String] {
    let store = Store(initialState: [String]()) { Echo() }
    store.send(.tapped)
    return store.state  // tapped, echoed, echoed
  }

  @Test("shows an order that holds")
  func orderHolds() {
    #expect(order() == ["tapped", "echoed", "echoed"])
  }
}
