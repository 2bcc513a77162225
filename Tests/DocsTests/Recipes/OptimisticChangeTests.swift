import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeOptimisticChange.md`.

@Suite("The recipe for an optimistic change")
struct OptimisticChangeTests {
  struct LikeClient: TestDependencyKey {
    var setLiked: @Sendable (_ id: Int, _ isLiked: Bool) async throws -> Void = unimplemented(
      "LikeClient.setLiked")
    static let testValue = LikeClient()
  }

  struct Post: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      /// What is shown.
      var isLiked: Bool
      /// What the server has, as far as it has answered.
      var serverValue: Bool
      /// The value of the request in flight.
      var request: Bool?
      var hasFailed = false
    }

    enum Action: Equatable {
      case likeTapped
      case saved
      case failed
      /// The post was loaded again.
      case loaded(isLiked: Bool)
    }

    @Dependency(LikeClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .likeTapped:
        state.isLiked.toggle()
        state.hasFailed = false
      case .saved:
        state.serverValue = state.request.take() ?? state.serverValue
      case .failed:
        state.hasFailed = state.request.take() == state.isLiked
        if state.hasFailed { state.isLiked = state.serverValue }
      case .loaded(let isLiked):
        // This value may be older than the request.
        guard state.request == nil else { break }
        state.serverValue = isLiked
        state.isLiked = isLiked
      }
      return saveIfNeeded(&state)
    }

    /// Starts a request if the server does not have what is shown, unless one is in flight.
    private func saveIfNeeded(_ state: inout State) -> Effect<Action> {
      guard state.request == nil, state.isLiked != state.serverValue else { return .none }
      state.request = state.isLiked
      return .run(name: "like") { [id = state.id, isLiked = state.isLiked] send in
        try await client.setLiked(id, isLiked)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }
    }
  }

  @Test @MainActor func failedChangeIsRolledBack() async {
    let store = TestStore(initialState: Post.State(id: 1, isLiked: false, serverValue: false)) {
      Post()
    } withDependencies: {
      $0[LikeClient.self].setLiked = { _, _ in throw Offline() }
    }
    await store.send(.likeTapped) {
      $0.isLiked = true
      $0.request = true
    }
    await store.send(.loaded(isLiked: false))
    await store.receive(.failed) {
      $0.isLiked = false
      $0.request = nil
      $0.hasFailed = true
    }
  }

  @Test @MainActor func serverHasWhatIsShownInTheEnd() async {
    let report = await exploreSchedules(.all(deviations: 3)) { schedule in
      let server = Calls<Bool>()
      let store = TestStore(
        initialState: Post.State(id: 1, isLiked: false, serverValue: false), schedule: schedule
      ) {
        Post()
      } withDependencies: {
        $0[LikeClient.self].setLiked = { _, isLiked in
          await Task.yield()
          server.append(isLiked)
          await Task.yield()
        }
      }
      store.exhaustivity = .off
      for _ in 1...3 { await store.send(.likeTapped) }
      await store.finish()
      store.expect(\.isLiked, true)
      store.expect(\.serverValue, true)
      #expect(server.values.last == true)
    }
    #expect(report.isComplete)
  }

  @Test("sends nothing more after two quick taps whose first request fails")
  @MainActor func twoTaps() async {
    let store = TestStore(initialState: Post.State(id: 1, isLiked: false, serverValue: false)) {
      Post()
    } withDependencies: {
      $0[LikeClient.self].setLiked = { _, _ in throw Offline() }
    }
    await store.send(.likeTapped) {
      $0.isLiked = true
      $0.request = true
    }
    await store.send(.likeTapped) { $0.isLiked = false }
    await store.receive(.failed) { $0.request = nil }
  }

  @Test("sends the second of two quick taps when the first is answered")
  @MainActor func secondTap() async {
    let store = TestStore(initialState: Post.State(id: 1, isLiked: false, serverValue: false)) {
      Post()
    } withDependencies: {
      $0[LikeClient.self].setLiked = { _, _ in }
    }
    await store.send(.likeTapped) {
      $0.isLiked = true
      $0.request = true
    }
    await store.send(.likeTapped) { $0.isLiked = false }
    await store.receive(.saved) {
      $0.serverValue = true
      $0.request = false
    }
    await store.receive(.saved) {
      $0.serverValue = false
      $0.request = nil
    }
    await store.send(.loaded(isLiked: true)) {
      $0.isLiked = true
      $0.serverValue = true
    }
  }

  @Test @MainActor func serverHasWhatIsShownWhateverFails() async {
    await simulate(
      Post(), from: Post.State(id: 1, isLiked: false, serverValue: false), runs: 100
    ) { world in
      world.send { _, _ in .likeTapped }
      world.advance(upTo: .seconds(2))
      world.dependencies { values, draw in
        values[LikeClient.self].setLiked = { _, _ in
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
          if draw.chance(0.3, of: "save fails") { throw Offline() }
        }
      }
      world.eventually("the server has what is shown") { $0.isLiked == $0.serverValue }
    }
  }
}
