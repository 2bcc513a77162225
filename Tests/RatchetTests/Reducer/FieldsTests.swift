import RatchetTesting

@MainActor @Suite("Fields")
struct FieldsTests {
  @Test("take the values that actions have for them")
  func values() {
    let store = Store(initialState: Profile.State()) { Profile() }
    store.send(.form(.set(\.name, "Blob")))
    store.send(.form(.set(\.address.city, "Bern")))
    store.send(.form(.set(\.nickname, "B.")))
    store.send(.form(.set(\.age, 3)))
    #expect(
      store.state
        == Profile.State(
          name: "Blob", nickname: "B.", age: 3, address: Profile.Address(city: "Bern"),
          changes: ["name", "city", "3"]))
    store.send(.form(.set(\.nickname, nil)))
    #expect(store.nickname == nil)
  }

  @Test("leave all other actions alone")
  func others() {
    let store = Store(initialState: Profile.State()) { Profile() }
    store.send(.other(1))
    #expect(store.state == Profile.State(changes: ["other"]))
  }

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

  @Test("name the field and its value in a failure")
  func failure() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Profile.State()) { Profile() }
      store.exhaustivity = .off
      await store.send(.load)
      await store.receive(.form(.set(\.address.city, "Basel")))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains(#"form(\.address.city = "Basel")"#) == true)
  }

  @Test("are watched with onChange, each by itself")
  func onChange() {
    let store = Store(initialState: Profile.State()) {
      Fields(action: Profile.Action.form)
        .onChange(of: \.name) { old, new in
          Reduce { state, _ in
            state.changes.append("\(old) to \(new)")
            return .none
          }
        }
    }
    store.send(.form(.set(\.name, "Blob")))
    store.send(.form(.set(\.name, "Blob")))
    store.send(.form(.set(\.age, 1)))
    #expect(store.changes == [" to Blob"])
  }

  @Test("of a child are changed by way of Scope")
  func child() {
    let store = Store(initialState: Parent.State()) {
      Scope(state: \.profile, action: Parent.Action.profile) { Profile() }
    }
    store.send(.profile(.form(.set(\.name, "Blob"))))
    let profile = store.scope(state: \.profile, action: Parent.Action.profile)
    profile.send(.form(.set(\.age, 1)))
    #expect(store.profile.name == "Blob")
    #expect(store.profile.age == 1)
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

  @Test("tells its field, and its value if asked for that of its field")
  func value() {
    let change = Change.set(\.nickname, "B.")
    #expect(change.field == \Profile.State.nickname)
    #expect(change.value(of: \.nickname) == "B.")
    #expect(change.value(of: \.name) == nil)
    let none = Change.set(\.nickname, nil)
    #expect(none.value(of: \.nickname) == .some(nil))
    #expect(none.value(of: \.name) == nil)
  }

  @Test("is matched by its field")
  func pattern() {
    func isName(_ change: Change) -> Bool {
      switch change {
      case \.name: true
      case \.address.city, \.age: false
      default: false
      }
    }
    #expect(isName(.set(\.name, "")))
    #expect(!isName(.set(\.address.city, "")))
    #expect(!isName(.set(\.nickname, nil)))
  }

  @Test("is applied to any state of its type, and to computed fields")
  func apply() {
    var state = Profile.State()
    Change.set(\.name, "Blob").apply(to: &state)
    Change.set(\.isNamed, false).apply(to: &state)
    #expect(state.name == "")
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

    var isNamed: Bool {
      get { !name.isEmpty }
      set { if !newValue { name = "" } }
    }
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

private struct Parent {
  struct State { var profile = Profile.State() }
  enum Action { case profile(Profile.Action) }
}
