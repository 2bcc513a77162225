import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeForm.md`.

@Suite("The recipe for a form")
struct FormTests {
  struct UserClient: TestDependencyKey {
    var isFree: @Sendable (_ name: String) async throws -> Bool = unimplemented("UserClient.isFree")
    var create: @Sendable (_ name: String, _ password: String) async throws -> Void =
      unimplemented("UserClient.create")
    static let testValue = UserClient()
  }

  struct SignUp: Reducer {
    enum Field: CaseIterable { case name, password }
    enum Availability { case unknown, checking, free, taken }
    enum Submission { case idle, running, failed, done }
    enum CancelID { case check }

    struct State: Equatable {
      var name = "", password = ""
      var availability = Availability.unknown, submission = Submission.idle
      /// The fields whose errors are shown.
      var visited: Set<Field> = []

      var problems: [Field: String] {
        var problems: [Field: String] = [:]
        if availability == .taken { problems[.name] = "This name is taken." }
        if name.count < 3 { problems[.name] = "Three characters or more, please." }
        if password.count < 8 { problems[.password] = "Eight characters or more, please." }
        return problems
      }

      var errors: [Field: String] { problems.filter { visited.contains($0.key) } }

      var canSubmit: Bool {
        problems.isEmpty && availability != .checking && [.idle, .failed].contains(submission)
      }
    }

    enum Action: Equatable {
      case form(FieldChange<State>)
      case left(Field), submitTapped
      case checked(Availability), submitted(Submission)
    }

    @Dependency(UserClient.self) var client

    var body: some ReducerOf<Self> {
      Fields(action: Action.form)
      Reduce { state, action in
        switch action {
        case .form(\.name): return check(&state)
        case .left(let field): state.visited.insert(field)
        case .checked(let availability): state.availability = availability
        case .submitTapped where state.canSubmit: return submit(&state)
        case .submitTapped: state.visited = Set(Field.allCases)
        case .submitted(let submission): state.submission = submission
        case .form: break
        }
        return .none
      }
    }

    private func check(_ state: inout State) -> Effect<Action> {
      state.availability = .unknown
      if state.problems[.name] != nil { return .cancel(id: CancelID.check) }
      state.availability = .checking
      return .run(name: "check") { [name = state.name] send in
        await send(.checked(try await client.isFree(name) ? .free : .taken))
      } catch: { _, send in
        await send(.checked(.unknown))
      }
      .debounce(id: CancelID.check, for: .milliseconds(300))
    }

    private func submit(_ state: inout State) -> Effect<Action> {
      state.submission = .running
      return .run(name: "submit") { [name = state.name, password = state.password] send in
        try await client.create(name, password)
        await send(.submitted(.done))
      } catch: { _, send in
        await send(.submitted(.failed))
      }
    }
  }

  @Test @MainActor func errorsAreShownOnceAFieldIsLeft() async {
    let store = TestStore(initialState: SignUp.State()) {
      SignUp()
    } withDependencies: {
      $0[UserClient.self].isFree = { _ in true }
      $0[UserClient.self].create = { #expect($0 == "Anna" && $1 == "12345678") }
    }
    await store.send(.form(.set(\.password, "1234"))) { $0.password = "1234" }
    #expect(store.state.errors[.password] == nil)
    await store.send(.left(.password)) { $0.visited = [.password] }
    #expect(store.state.errors[.password] == "Eight characters or more, please.")
    await store.send(.submitTapped) { $0.visited = [.name, .password] }
    #expect(store.state.errors[.name] == "Three characters or more, please.")

    await store.send(.form(.set(\.password, "12345678"))) { $0.password = "12345678" }
    await store.send(.form(.set(\.name, "Anna"))) {
      $0.name = "Anna"
      $0.availability = .checking
    }
    #expect(!store.state.canSubmit)
    await store.advance(by: .milliseconds(300))
    await store.receive(.checked(.free)) { $0.availability = .free }
    await store.send(.submitTapped) { $0.submission = .running }
    await store.send(.submitTapped)
    await store.receive(.submitted(.done)) { $0.submission = .done }
  }

  @Test @MainActor func onlyTheLastNameIsChecked() async {
    let names = Calls<String>()
    let store = TestStore(initialState: SignUp.State(password: "12345678", visited: [.name])) {
      SignUp()
    } withDependencies: {
      $0[UserClient.self].isFree = { name in
        @Dependency(\.continuousClock) var clock
        names.append(name)
        try await clock.sleep(for: .seconds(1))
        return name != "Anna"
      }
    }
    for name in ["Ann", "Anna", "Annab"] {
      await store.send(.form(.set(\.name, name))) {
        $0.name = name
        $0.availability = .checking
      }
      // Less than the pause after "Ann", and not enough for the answer about "Anna".
      await store.advance(by: name == "Ann" ? .milliseconds(299) : .seconds(1))
    }
    await store.advance(by: .milliseconds(300))
    await store.receive(.checked(.free)) { $0.availability = .free }
    #expect(names.values == ["Anna", "Annab"])
    #expect(store.state.canSubmit)
  }

  @Test("refuses a taken name, and one that is too short is not asked for")
  @MainActor func takenName() async {
    let store = TestStore(initialState: SignUp.State(visited: [.name])) {
      SignUp()
    } withDependencies: {
      $0[UserClient.self].isFree = { _ in false }
    }
    await store.send(.form(.set(\.name, "An"))) { $0.name = "An" }
    await store.advance(by: .seconds(1))
    await store.send(.form(.set(\.name, "Ann"))) {
      $0.name = "Ann"
      $0.availability = .checking
    }
    await store.advance(by: .milliseconds(300))
    await store.receive(.checked(.taken)) { $0.availability = .taken }
    #expect(store.state.errors[.name] == "This name is taken.")
    await store.send(.form(.set(\.name, "An"))) {
      $0.name = "An"
      $0.availability = .unknown
    }
  }

  @Test("can be submitted where the check or the last attempt has failed")
  @MainActor func failures() async {
    let store = TestStore(initialState: SignUp.State(password: "12345678")) {
      SignUp()
    } withDependencies: {
      $0[UserClient.self].isFree = { _ in throw Offline() }
      $0[UserClient.self].create = { _, _ in throw Offline() }
    }
    await store.send(.form(.set(\.name, "Anna"))) {
      $0.name = "Anna"
      $0.availability = .checking
    }
    await store.advance(by: .milliseconds(300))
    await store.receive(.checked(.unknown)) { $0.availability = .unknown }
    for _ in 1...2 {
      await store.send(.submitTapped) { $0.submission = .running }
      await store.receive(.submitted(.failed)) { $0.submission = .failed }
    }
  }
}
