// flags: -package-name $PACKAGE
/// Fail, so they run only where their failures are collected.
@MainActor @Suite(.disabled("Fail on purpose"))
struct RaceTests {
  // block: @Test(.schedules
  // block: @Test(.schedules
  // block: @Test(.schedules
  // block: @Test(.schedules
  // block: @Test @MainActor
  // block: @Test @MainActor
}

@MainActor @Suite struct RealRacesTests {
  @Test func racesAreFound() async {
    let tests = RaceTests()
    await expectFailure(
      of: explored(tests.listMatchesTheFilter),
      prints: [
        // text: 1. the test sends filterTapped
      ])
    await expectFailure(
      of: explored(tests.secondTapCounts),
      prints: [
        // text: 1. the test sends tapped
      ])
    await expectFailure(
      of: explored(tests.historyIsOfTheOpenMode),
      prints: [
        // text: 1. the test sends opened
      ])
    await expectFailure(
      of: explored(tests.menuStaysOpen),
      prints: [
        // text: 1. the test sends squareTapped
      ])
    await expectFailure(
      of: tests.rematchIsOfferedOnce,
      prints: [
        // text: 1. send tapped
      ])
    await expectFailure(
      of: tests.roundEndsOnce,
      prints: [
        // text: 1. send timeEnded
      ])
  }

  @Test func fixesAreComplete() async {
    await expectComplete(
      FixedGameList(), GameList.State(), [.filterTapped("mine"), .filterTapped("won")], \.games,
      "won")
    await expectComplete(
      FixedSoundSwitch(), FixedSoundSwitch.State(), [.tapped, .tapped, .tapped], \.self,
      FixedSoundSwitch.State(isOn: true, saved: true))
    await expectComplete(
      FixedHistory(), History.State(), [.opened(mode: "fast"), .closed, .opened(mode: "slow")],
      \.games, "slow")
    await expectComplete(
      FixedBoard(), Board.State(), [.squareTapped(1), .menuTapped], \.isMenuOpen, true)
    await simulate(FixedRematch(), from: Rematch.State()) { world in
      world.send { state, _ in state.offers == 0 ? .tapped : nil }
      world.always("one rematch is offered") { $0.offers <= 1 }
    }
    await simulate(FixedRound(), from: Round.State()) { world in
      world.send { _, draw in draw.bool() ? .timeEnded : .played }
      world.always("a round ends once") { $0.endings <= 1 }
    }
  }

  private typealias Body = @MainActor () async -> Void

  private func explored(_ test: @escaping Body) -> Body {
    { await exploreSchedules(.all(deviations: 2)) { await test() } }
  }

  /// Compares the only failure of a test, without the lines of the code.
  private func expectFailure(of test: Body, prints texts: [String]) async {
    let issues = await IssueCollector.issues(during: test)
    let story = (issues.first ?? "").replacing(#/ \(\w+/\w+\.\w+:\d+\)/#, with: "")
    #expect(issues.count == 1)
    for text in texts { #expect(story.contains(text)) }
  }

  private func expectComplete<Feature: Reducer, Value: Equatable>(
    _ feature: Feature, _ state: Feature.State, _ actions: [Feature.Action],
    _ path: KeyPath<Feature.State, Value>, _ value: Value
  ) async where Feature.State: Equatable {
    let report = await exploreSchedules(.all(deviations: 2)) {
      let store = TestStore(initialState: state) { feature }
      store.exhaustivity = .off
      for action in actions {
        await store.send(action)
        #expect(store.inFlight.count <= 1)
      }
      await store.finish()
      store.expect(path, value)
    }
    #expect(report.isComplete)
  }
}

enum CancelID { case load }

struct FixedGameList: Reducer {
  func reduce(into state: inout GameList.State, action: GameList.Action) -> Effect<GameList.Action>
  {
    switch action {
    // block: case .filterTapped(let filter):
    case .loaded(let games): state.games = games
    }
    return .none
  }
}

struct FixedSoundSwitch: Reducer {
  struct State: Equatable { var isOn = false, saved = false, isSaving = false }
  typealias Action = SoundSwitch.Action
  // block: func reduce(into state
}

struct FixedHistory: Reducer {
  typealias State = History.State

  func reduce(into state: inout State, action: History.Action) -> Effect<History.Action> {
    switch action {
    // block: case .opened(let mode):
    case .loaded(let games): state.games = games
    }
    return .none
  }
}

struct FixedRematch: Reducer {
  func reduce(into state: inout Rematch.State, action: Rematch.Action) -> Effect<Rematch.Action> {
    switch action {
    // block: case .tapped:
    case .offered:
      state.isAsking = false
      state.offers += 1
    }
    return .none
  }
}

struct FixedBoard: Reducer {
  func reduce(into state: inout Board.State, action: Board.Action) -> Effect<Board.Action> {
    switch action {
    case .squareTapped(let square):
      return .run(name: "move") { [moves = state.moves] send in
        await send(.moved(request(moves + [square])))
      }
    // block: case .moved(let moves):
    case .menuTapped: state.isMenuOpen.toggle()
    }
    return .none
  }
}

struct FixedRound: Reducer {
  func reduce(into state: inout Round.State, action: Round.Action) -> Effect<Round.Action> {
    switch action {
    case .played: state.cards -= 1
    case .timeEnded: state.isTimeUp = true
    }
    // block: if !state.hasEnded && (
    return .none
  }
}
