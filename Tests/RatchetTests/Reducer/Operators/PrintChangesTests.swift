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

  @Test("shows a kept field with the changes that reducers return")
  func keptField() {
    let texts = Box<[String]>([])
    let store = Store(initialState: Adder.State()) {
      EmptyReducer<Adder.State, Adder.Action>().kept(\.count, in: .printed)
        .around { state, action, base in
          .merge(base(&state, action), .change(.printed) { $0 += 2 })
        }
        .printChanges { texts.value.append($0) }
    }
    store.send(.addLater)
    #expect(texts.value.count == 1)
    #expect(texts.value.first?.contains("+   count: 2\n") == true)
    #expect(store.count == 2)
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

extension SharedKey<Int> {
  fileprivate static var printed: Self { SharedKey("printed", default: 0, in: .memory) }
}

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
