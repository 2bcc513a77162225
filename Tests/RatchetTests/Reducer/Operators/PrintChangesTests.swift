import RatchetTesting

@MainActor @Suite("Printing changes")
struct PrintChangesTests {
  @Test("shows the action, and the lines of the state that it changed")
  func change() {
    let texts = Box<[String]>([])
    let store = Store(initialState: Adder.State()) {
      Adder().printChanges { texts.value.append($0) }
    }
    store.send(.add(2))
    #expect(
      texts.value == [
        """
        received: .add(2)
            State(
          -   count: 0
          +   count: 2
              name: "counter"
            )
        """
      ])
  }

  @Test("says that nothing changed")
  func noChange() {
    let texts = Box<[String]>([])
    let store = Store(initialState: Adder.State()) {
      Adder().printChanges { texts.value.append($0) }
    }
    store.send(.add(0))
    #expect(texts.value == ["received: .add(0)\n    (no change)"])
    #expect(store.count == 0)
  }
}

// MARK: - Fixtures

private struct Adder: Reducer {
  struct State: Equatable {
    var count = 0
    var name = "counter"
  }

  enum Action: Equatable { case add(Int), addLater }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number):
      state.count += number
      return .none
    case .addLater: return .run { await $0(.add(1)) }
    }
  }
}
