import RatchetTesting

@testable import Console

@MainActor @Suite("The player of recordings")
struct ReplayPlayerTests {
  @Test("steps back and forth, and stays within the recording")
  func steps() async {
    let store = makeStore(last: 2)
    await store.send(.back)
    await store.send(.forward) { $0.step = 1 }
    await store.send(.last) { $0.step = 2 }
    await store.send(.forward)
    await store.send(.first) { $0.step = 0 }
  }

  @Test("jumps to a step that is typed, or to the last one if there are fewer")
  func jump() async {
    let store = makeStore(last: 40)
    await press(.character("3"), in: store) { $0.typed = "3" }
    await press(.character("7"), in: store) { $0.typed = "37" }
    await press(.control("m"), in: store) {
      $0.step = 37
      $0.typed = ""
    }
    await press(.character("9"), in: store) { $0.typed = "9" }
    await press(.escape, in: store) { $0.typed = "" }
    await press(.character("9"), in: store) { $0.typed = "9" }
    await press(.character("9"), in: store) { $0.typed = "99" }
    await press(.control("j"), in: store) {
      $0.step = 40
      $0.typed = ""
    }
    #expect(ReplayPlayer.command(.escape, store.state) == .quit)
  }

  @Test("names the members that a step has changed, each on one line")
  func members() {
    struct Row { var title = "new" }
    struct State { var count = 0, names = ["a"], rows: [Row] = [] }
    #expect(
      ReplayedChange.members(from: State(), to: State(count: 2, names: ["a", "b"]))
        == ["count: 0 -> 2", "+ \"b\""])
    #expect(
      ReplayedChange.members(from: State(rows: [Row()]), to: State(rows: [Row(), Row()]))
        == ["+ Row(title: \"new\")"])
    #expect(ReplayedChange.members(from: State(), to: State()) == [])
  }

  private func makeStore(last: Int) -> TestStoreOf<ReplayPlayer> {
    TestStore(initialState: ReplayPlayer.State(last: last)) { ReplayPlayer() }
  }

  private func press(
    _ key: Key, in store: TestStoreOf<ReplayPlayer>,
    expecting change: @escaping (inout ReplayPlayer.State) -> Void
  ) async {
    guard case .send(let action)? = ReplayPlayer.command(key, store.state) else {
      Issue.record("The key \(key) does nothing.")
      return
    }
    await store.send(action) { change(&$0) }
  }
}
