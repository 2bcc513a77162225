import RatchetTesting

@MainActor @Suite("Fields")
struct FieldsTests {
  @Test("are asserted in a test by field and value, sent and received")
  func testStore() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.form(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.changes = ["name"]
    }
    await store.send(.load)
    await store.receive(.form(.set(\.address.city, "Bern"))) {
      $0.address.city = "Bern"
      $0.changes.append("city")
    }
    await store.receive(Profile.Action.form, .set(\.age, 30)) {
      $0.age = 30
      $0.changes.append("30")
    }
    await store.receive(Profile.Action.form) { $0.nickname = "B." }
    await store.finish()
  }
}

@Suite("A change of a field")
struct FieldChangeTests {
  private typealias Change = FieldChange<Profile.State>

  @Test("is equal to one of the same field to the same value only")
  func equality() {
    #expect(Change.set(\.name, "a") == .set(\.name, "a"))
    #expect(Change.set(\.name, "a") != .set(\.name, "b"))
    #expect(Change.set(\.name, "a") != .set(\.address.city, "a"))
    #expect(Change.set(\.nickname, nil) == .set(\.nickname, nil))
    #expect(Change.set(\.nickname, nil) != .set(\.nickname, ""))
    #expect(Change.set(\.age, 1) != .set(\.nickname, nil))
  }

  @Test("is written with its field and its value, on one line and on several")
  func text() {
    #expect("\(Change.set(\.name, "Blob"))" == #"\.name = "Blob""#)
    #expect("\(Change.set(\.address.city, "Bern"))" == #"\.address.city = "Bern""#)
    #expect("\(Change.set(\.nickname, nil))" == #"\.nickname = nil"#)
    #expect("\(Change.set(\.age, 3))" == #"\.age = 3"#)
    #expect(ValueLine.text(Profile.Action.form(.set(\.age, 3))) == #"form(\.age = 3)"#)
    #expect(
      ValueText.lines(Profile.Action.form(.set(\.name, "Blob")))
        == [#".form(FieldChange<State>(name: "Blob"))"#])
  }
}

// MARK: - Fixtures

private struct Profile: Reducer {
  struct Address: Equatable { var city = "" }

  struct State: Equatable {
    var name = ""
    var nickname: String?
    var age = 0
    var address = Address()
    var changes: [String] = []
  }

  enum Action: Equatable {
    case form(FieldChange<State>)
    case load
    case other(Int)
  }

  var body: some ReducerOf<Self> {
    Fields(action: Action.form)
    Reduce { state, action in
      switch action {
      case .form(\.name): state.changes.append("name")
      case .form(\.address.city): state.changes.append("city")
      case .form(let change):
        if let age = change.value(of: \.age) { state.changes.append("\(age)") }
      case .load:
        return .run { send in
          await send(.form(.set(\.address.city, "Bern")))
          await send(.form(.set(\.age, 30)))
          await send(.form(.set(\.nickname, "B.")))
        }
      case .other: state.changes.append("other")
      }
      return .none
    }
  }
}
