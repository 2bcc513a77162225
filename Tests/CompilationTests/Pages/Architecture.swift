import Synchronization

struct Lamp: Reducer {
  enum Action: Equatable { case toggled, ticked }

  var body: some Reducer<Bool, Action> {
    Reduce { state, action in
      if action == .toggled { state.toggle() }
      return .none
    }
    .subscription(while: \.self) {
      .run(name: "timer") { send in
        await send(.ticked)
        try await Task.never()
      }
    }
  }
}

@Test @MainActor func operatorWrapsSubscriptions() async {
  let lines = Mutex<[String]>([])
  let store = TestStore(initialState: false) {
    Lamp().signposts { line in lines.withLock { $0.append(line) } }
  }
  store.exhaustivity = .actions
  await store.send(.toggled)
  await store.receive(.ticked)
  await store.send(.toggled)
  await store.finish()
  #expect(lines.withLock { $0 } == ["toggled", "begin timer", "ticked", "toggled", "end timer"])
}
