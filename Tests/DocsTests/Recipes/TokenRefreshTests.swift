import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeTokenRefresh.md`.

@Suite("The recipe for a token refresh")
struct TokenRefreshTests {
  struct Request: Hashable, Sendable { var path: String, isReplay = false }

  struct Unauthorized: Error {}

  struct APIClient: TestDependencyKey {
    /// Throws `Unauthorized` if the server answers with status 401.
    var answer: @Sendable (_ path: String, _ token: String) async throws -> String =
      unimplemented("APIClient.answer")
    var newToken: @Sendable () async throws -> String = unimplemented("APIClient.newToken")
    static let testValue = APIClient()
  }

  struct Session: Reducer {
    struct State: Equatable {
      var phase: Phase
      /// The requests that wait for a token.
      var waiting: [Request] = []
      var answers: [String: String] = [:]
    }

    enum Phase: Equatable {
      /// To `refreshing` when the server rejects this token.
      case loggedIn(token: String)
      /// To `loggedIn` with a new token, else to `loggedOut`.
      case refreshing
      case loggedOut
    }

    enum Action: Equatable {
      case requested(Request)
      case answered(Request, String?)
      case rejected(Request, token: String)
      case refreshed(token: String), refreshFailed
    }

    enum CancelID { case request }

    @Dependency(APIClient.self) var client

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .requested(let request): return perform(request, &state)
        case .rejected(let request, let token):
          // Another rejection may have started the refresh, which may even have ended.
          if state.phase == .loggedIn(token: token) { state.phase = .refreshing }
          return perform(Request(path: request.path, isReplay: true), &state)
        case .answered(let request, let answer): state.answers[request.path] = answer
        case .refreshed(let token):
          state.phase = .loggedIn(token: token)
          let requests = state.waiting
          state.waiting = []
          return .merge(requests.map { perform($0, &state) })
        case .refreshFailed:
          state = State(phase: .loggedOut)
          return .cancel(id: CancelID.request)
        }
        return .none
      }
      .subscription(while: { $0.phase == .refreshing }) {
        .run(name: "refresh") { send in
          await send(.refreshed(token: try await client.newToken()))
        } catch: { _, send in
          await send(.refreshFailed)
        }
      }
    }

    private func perform(_ request: Request, _ state: inout State) -> Effect<Action> {
      if state.phase == .refreshing { state.waiting.append(request) }
      guard case .loggedIn(let token) = state.phase else { return .none }
      return .run(name: request.path) { send in
        await send(.answered(request, try await client.answer(request.path, token)))
      } catch: { error, send in
        let isRejected = error is Unauthorized && !request.isReplay
        await send(isRejected ? .rejected(request, token: token) : .answered(request, nil))
      }
      .cancellable(id: CancelID.request)
    }
  }

  @Test @MainActor func manyRejectionsCauseOneRefresh() async {
    let report = await exploreSchedules(.all(deviations: 2)) { schedule in
      let tokens = Calls<String>()
      let store = TestStore(
        initialState: Session.State(phase: .loggedIn(token: "old")), schedule: schedule
      ) {
        Session()
      } withDependencies: {
        $0[APIClient.self].answer = { path, token in
          await Task.yield()
          if token == "old" { throw Unauthorized() }
          return "\(path) for \(token)"
        }
        $0[APIClient.self].newToken = {
          tokens.append("new")
          await Task.yield()
          return "new"
        }
      }
      store.exhaustivity = .off
      await store.send(.requested(Request(path: "/me")))
      await store.send(.requested(Request(path: "/news")))
      await store.finish()
      #expect(tokens.values == ["new"])
      store.expect(\.answers, ["/me": "/me for new", "/news": "/news for new"])
    }
    #expect(report.isComplete)
  }

  @Test @MainActor func failedRefreshLogsOut() async {
    let store = TestStore(initialState: Session.State(phase: .loggedIn(token: "old"))) {
      Session()
    } withDependencies: {
      $0[APIClient.self].answer = { _, _ in throw Unauthorized() }
      $0[APIClient.self].newToken = { throw Unauthorized() }
    }
    let request = Request(path: "/me")
    await store.send(.requested(request))
    await store.receive(.rejected(request, token: "old")) {
      $0.phase = .refreshing
      $0.waiting = [Request(path: "/me", isReplay: true)]
    }
    await store.send(.requested(Request(path: "/news"))) {
      $0.waiting.append(Request(path: "/news"))
    }
    await store.receive(.refreshFailed) { $0 = Session.State(phase: .loggedOut) }
    await store.send(.requested(request))
  }

  @Test("does not refresh again for a request that is rejected with a new token")
  @MainActor func rejectedReplay() async {
    let store = TestStore(initialState: Session.State(phase: .loggedIn(token: "old"))) {
      Session()
    } withDependencies: {
      $0[APIClient.self].answer = { _, _ in throw Unauthorized() }
      $0[APIClient.self].newToken = { "new" }
    }
    let request = Request(path: "/admin")
    await store.send(.requested(request))
    await store.receive(.rejected(request, token: "old")) {
      $0.phase = .refreshing
      $0.waiting = [Request(path: "/admin", isReplay: true)]
    }
    await store.receive(.refreshed(token: "new")) {
      $0.phase = .loggedIn(token: "new")
      $0.waiting = []
    }
    await store.receive(.answered(Request(path: "/admin", isReplay: true), nil))
  }
}
