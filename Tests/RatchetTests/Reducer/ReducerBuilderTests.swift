import RatchetTesting

@MainActor @Suite("A list of reducers")
struct ReducerBuilderTests {
  @Test("runs in order on the same state, and merges effects in order")
  func order() {
    let store = Store<[String], String>(initialState: []) {
      Step("1")
      Step("2")
      CombineReducers {
        Step("3")
        Step("4")
      }
      Step("5")
    }
    store.send("go")
    let reduced = ["1", "2", "3", "4", "5"].map { "\($0) go" }
    let effects = ["1", "2", "3", "4", "5"].flatMap { from in
      ["1", "2", "3", "4", "5"].map { "\($0) effect \(from)" }
    }
    #expect(store.state == reduced + effects)
  }

  @Test("takes conditions and loops", arguments: [true, false])
  func conditions(isOn: Bool) {
    let store = Store<[String], String>(initialState: []) {
      if isOn { Step("if") }
      if isOn { Step("then") } else { EmptyReducer() }
      switch isOn {
      case true: Step("true")
      case false: Step("false")
      }
      if let text = isOn ? "some" : nil { Step(text) }
      for number in 0..<3 { Step("\(number)") }
    }
    store.send("effect")
    let expected = isOn ? ["if", "then", "true", "some"] : ["false"]
    #expect(store.state == (expected + ["0", "1", "2"]).map { "\($0) effect" })
  }
}

// MARK: - Fixtures

/// Notes each action under its own name, and sends one when told to go.
private struct Step: Reducer {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  func reduce(into state: inout [String], action: String) -> Effect<String> {
    state.append("\(name) \(action)")
    return action == "go" ? .send("effect \(name)") : .none
  }
}
