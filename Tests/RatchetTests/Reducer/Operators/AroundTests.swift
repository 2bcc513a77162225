import RatchetTesting

@MainActor @Suite("Operators of the user's")
struct AroundTests {
  @Test("may reduce something else, and keep what the base declares")
  func reducing() {
    let store = Store(initialState: Radio.State(isOn: true)) {
      Radio().around { state, action, base in
        if case .heard = action { return .none }
        defer { state.heard.append("after") }
        return base(&state, action)
      }
    }
    #expect(store.subscribed == ["on"])
    store.send(.heard("noise"))
    #expect(store.heard == [])
    store.change { $0.channel = 1 }
    #expect(store.heard == ["after"])
    #expect(store.subscribed == ["on", "channel 1"])
  }

  @Test("run a function around all operations of a feature: of effects, subscriptions, children")
  func operations() {
    let lines = Box<[String]>([])
    let store = Store(initialState: House.State(hall: .on(2), guest: .on(1))) {
      House().aroundEffect { effect, operation in
        lines.value.append("begin \(effect.path) \(effect.isSubscription)")
        try await operation()
      }
    }
    #expect(lines.value == ["begin hall true", "begin guest[1] true"])
    store.send(.change { $0.isOn = true })
    #expect(lines.value.last == "begin  true")
  }

  @Test("enclose one another, and lie inside of the function that is set for the store")
  func nested() async {
    let lines = Box<[String]>([])
    let named: (String) -> AroundEffect = { name in
      { _, operation in
        lines.value.append("begin \(name)")
        defer { lines.value.append("end \(name)") }
        try await operation()
      }
    }
    let store = Store(initialState: Radio.State()) {
      Radio { _, _ in lines.value.append("subscription") }
        .aroundEffect(named("inner")).aroundEffect(named("outer"))
    } withDependencies: {
      $0.aroundEffect = named("store")
    }
    store.change { $0.isOn = true }
    let begun = ["begin store", "begin outer", "begin inner"]
    let ended = ["end inner", "end outer", "end store"]
    #expect(lines.value == begun + ["subscription"] + ended)
    lines.value = []
    await store.send(.start(.run { _ in lines.value.append("effect") })).finish()
    #expect(lines.value == begun + ["effect"] + ended)
  }
}
