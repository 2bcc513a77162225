import Foundation
import RatchetTesting

@MainActor @Suite("An expectation of one step of a reducer")
struct ReducerExpectationTests {
  @Test("holds for the state and all that is returned, in order")
  func holds() async {
    let issues = await issues {
      expect(
        Player(), given: Player.State(), when: .play, then: { $0.isPlaying = true },
        effects: ["sound", .send(.started(1)), .run("save", id: Player.CancelID.save)])
      expect(
        Player(), given: Player.State(isPlaying: true), when: .stop,
        then: { $0.isPlaying = false }, effects: [.cancel(id: Player.CancelID.sound)])
      expect(Player(), given: Player.State(), when: .started(1))
    }
    #expect(issues == [])
  }

  @Test("lists what a child, a delay, a sequence and a mapped effect hold")
  func nested() async {
    let issues = await issues {
      expect(
        Album(), given: Album.State(), when: .player(.play),
        then: { $0.player.isPlaying = true },
        effects: [
          "sound", .send(.player(.started(1))), .run("save", id: Player.CancelID.save),
          .run("index", id: "later"), "first", "second",
        ])
    }
    #expect(issues == [])
  }

  @Test("shows what was returned and what was expected")
  func otherEffects() async {
    let issues = await issues {
      expect(
        Player(), given: Player.State(), when: .play, then: { $0.isPlaying = true },
        effects: ["sound", .send(.started(2)), .cancel(id: Player.CancelID.save)])
      expect(
        Player(), given: Player.State(isPlaying: true), when: .stop,
        then: { $0.isPlaying = false })
      expect(Player(), given: Player.State(), when: .started(1), effects: [.run()])
    }
    #expect(
      issues == [
        """
        The effects that 'play' returned are not what was expected:

            "sound", cancellable by CancelID.sound
          - send started(2)
          - cancel CancelID.save
          + send started(1)
          + "save", cancellable by CancelID.save

        (- expected, + actual)
        """,
        """
        The effects that 'stop' returned are not what was expected:

          + cancel CancelID.sound

        (- expected, + actual)
        """,
        """
        The effects that 'started(1)' returned are not what was expected:

          - run

        (- expected, + actual)
        """,
      ])
  }

  @Test("says of the state what a test store says")
  func otherState() async {
    let issues = await issues {
      expect(
        Player(), given: Player.State(), when: .stop, effects: [.cancel(id: Player.CancelID.sound)])
      expect(Player(), given: Player.State(), when: .play, effects: [.run(), .run(), .run()])
      expect(Player(), given: Player.State(), when: .started(1), then: { _ in })
    }
    let ofStore = await self.issues {
      let store = TestStore(initialState: Player.State()) { Player() }
      await store.send(.started(1)) { _ in }
    }
    #expect(issues.count == 3)
    #expect(issues.first?.contains("-   isPlaying: false\n  +   isPlaying: true") == true)
    #expect(issues.last == ofStore.first)
  }

  @Test("reports an action for a child that is not present")
  func absentChild() async {
    let issues = await issues {
      expect(Album(), given: Album.State(), when: .guest(.play))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("An action was sent to a child that is not present") == true)
  }

  @Test("runs the reducer under the dependencies of a test, and reports missing ones")
  func dependencies() async {
    let issues = await issues {
      expect(Dated(), given: Dated.State(), when: .look) {
        $0.date = Date(timeIntervalSince1970: 7)
      } withDependencies: {
        $0.date = .constant(Date(timeIntervalSince1970: 7))
      }
      expect(Dated(), given: Dated.State(), when: .ask)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix(#"'\.date' has no test value"#) == true)
  }

  private func issues(_ test: @MainActor () async -> Void) async -> [String] {
    await IssueCollector.issues { await test() }
  }
}

/// Returns a merge of effects with names and ids.
private struct Player: Reducer {
  struct State: Equatable {
    var isPlaying = false
    var isLoud = false
  }

  enum Action: Equatable { case play, stop, started(Int) }

  enum CancelID { case sound, save }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .play:
      state.isPlaying = true
      let sound = Effect<Action>.run(name: "sound") { _ in }.cancellable(id: CancelID.sound)
      if state.isLoud { return sound.cancellable(id: 7) }
      let save = Effect<Action>.run(name: "save") { _ in }
        .cancellable(id: CancelID.save, cancelInFlight: true)
      return .merge(sound, .none, .merge(.send(.started(1)), save))
    case .stop:
      state.isPlaying = false
      return .cancel(id: CancelID.sound)
    case .started: return .none
    }
  }
}

private struct Album: Reducer {
  struct State: Equatable {
    var player = Player.State()
    var guest: Player.State?
  }

  enum Action: Equatable {
    case player(Player.Action)
    case guest(Player.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.player, action: Action.player) { Player() }
    Reduce<State, Action> { _, action in
      guard case .player(.play) = action else { return .none }
      return .concatenate(
        .run(name: "index") { _ in }.debounce(id: "later", for: .seconds(1)),
        .run(name: "first") { _ in }, .run(name: "second") { _ in })
    }
    .ifLet(\.guest, action: Action.guest) { Player() }
  }
}

private struct Dated: Reducer {
  struct State: Equatable { var date: Date? }
  enum Action { case look, ask }

  @Dependency(\.date) var date

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let now = date.now
    if action == .look { state.date = now }
    return .none
  }
}
