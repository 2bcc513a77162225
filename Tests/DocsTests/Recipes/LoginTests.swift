import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeLogin.md`.

extension SharedKey where Value == String {
  static var loginEmail: Self { SharedKey("loginEmail", default: "", in: .memory) }
}

@Suite("The recipe for a login")
struct LoginTests {
  struct LoginClient: TestDependencyKey {
    var logIn: @Sendable (_ email: String, _ password: String) async throws -> String =
      unimplemented("LoginClient.logIn")
    static let testValue = LoginClient()
  }

  struct PasswordScreen: Reducer {
    struct State: Equatable { var hasFailed = false }
    enum Action: Equatable { case logInTapped(password: String), loggedIn(user: String), refused }
    enum CancelID { case logIn }

    @SharedValue(.loginEmail) var email
    @Dependency(LoginClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .logInTapped(let password):
        return .run(name: "login") { send in
          await send(.loggedIn(user: try await client.logIn(email, password)))
        } catch: { _, send in
          await send(.refused)
        }
        .cancellable(id: CancelID.logIn, cancelInFlight: true)
      case .refused: state.hasFailed = true
      case .loggedIn: break
      }
      return .none
    }
  }

  struct Login: Reducer {
    struct State: Equatable {
      var email = "", isHintShown = false
      var path: Stack<PasswordScreen.State> = []
    }

    enum Action: Equatable {
      case emailChanged(String), nextTapped
      case path(StackAction<PasswordScreen.State, PasswordScreen.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .emailChanged(let email): state.email = email
        case .nextTapped:
          state.isHintShown = !state.email.contains("@")
          if state.isHintShown { break }
          state.path.push(PasswordScreen.State())
          return .change(.loginEmail) { [email = state.email] in $0 = email }
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: Action.path) { PasswordScreen() }
    }
  }

  struct Account: Reducer {
    struct State: Equatable { var user: String?, login: Login.State? }
    enum Action: Equatable { case loginTapped, login(PresentationAction<Login.Action>) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loginTapped: state.login = Login.State()
        case .login(.presented(.path(.element(_, .loggedIn(let user))))):
          state = State(user: user)
        case .login: break
        }
        return .none
      }
      .ifLet(\.login, action: Action.login) {
        Login().dependency(\.sharedStorage, SharedStorage())
      }
    }
  }

  @Test @MainActor func emailIsGoneWhenTheLoginEnds() async {
    func password(_ action: PasswordScreen.Action) -> Account.Action {
      .login(.presented(.path(.element(id: 0, action: action))))
    }
    let store = TestStore(initialState: Account.State()) {
      Account()
    } withDependencies: {
      $0[LoginClient.self].logIn = { email, password in
        if password != "right" { throw Offline() }
        return email
      }
    }
    for name in ["anna", "ben"] {
      await store.send(.loginTapped) { $0.login = Login.State() }
      await store.send(.login(.presented(.emailChanged(name)))) { $0.login?.email = name }
      await store.send(.login(.presented(.nextTapped))) { $0.login?.isHintShown = true }
      let email = "\(name)@example.com"
      await store.send(.login(.presented(.emailChanged(email)))) { $0.login?.email = email }
      await store.send(.login(.presented(.nextTapped))) {
        $0.login?.isHintShown = false
        $0.login?.path.push(PasswordScreen.State())
      }
      await store.receive(change: .loginEmail) {
        #expect($0.isEmpty)
        $0 = email
      }
      await store.send(password(.logInTapped(password: "wrong")))
      await store.receive(password(.refused)) { $0.login?.path[id: 0]?.hasFailed = true }
      await store.send(password(.logInTapped(password: "right")))
      await store.receive(password(.loggedIn(user: email))) { $0 = Account.State(user: email) }
    }
  }

  @Test("shares the value in the flow only, until it is left")
  @MainActor func flowOnly() async {
    let store = TestStore(initialState: Account.State(login: Login.State(email: "a@b.c"))) {
      Account()
    }
    await store.send(.login(.presented(.nextTapped))) {
      $0.login?.path.push(PasswordScreen.State())
    }
    await store.receive(change: .loginEmail) { $0 = "a@b.c" }
    #expect(store.dependencies.sharedStorage.value(of: .loginEmail) == nil)
    await store.send(.login(.dismiss)) { $0.login = nil }
  }
}
