import RatchetTesting

@MainActor @Suite("What a step of a test runs")
struct StepDependencyTests {
  @Test("runs under the store's dependencies", arguments: [Exhaustivity.on, .off])
  func steps(exhaustivity: Exhaustivity) async {
    let store = TestStore(initialState: Player.State()) {
      Player()
    } withDependencies: {
      $0[Volume.self] = 1
    }
    store.exhaustivity = exhaustivity
    store.expect { $0.sound = Sound() }
    store.expect(\.isNew, true)
    await store.send(.open) { $0.sound = Sound(id: 0) }
    await store.receive({ .opened(Sound(), $0) }) { $0.sound = Sound(id: 1) }
    await store.receive({ .opened(Sound(), $0) }, 2) { $0.sound = Sound(id: 2) }
    await store.receive(where: { $0 == .opened(Sound(), 3) }) { $0.sound = Sound(id: 3) }
    await store.send(.share)
    await store.receive(change: .sound) { $0 = Sound() }
  }

  @Test("runs under them in the conditions and moves of a simulation")
  func simulation() async {
    await simulate(Player(), from: Player.State(), runs: 5) { world in
      world.dependencies { values, _ in values[Volume.self] = 1 }
      world.send { _, _ in Sound().volume == 1 ? .open : nil }
      world.always("the volume is that of the store") { _ in Sound().volume == 1 }
      world.eventually("the volume is that of the store at the end") { _ in Sound().volume == 1 }
    }
  }
}

// MARK: - Fixtures

private enum Volume: DependencyKey {
  static let liveValue = 0.25
  static let testValue = 0.25
}

/// A state whose initializer reads a dependency.
private struct Sound: Equatable {
  var id = 0.0
  let volume: Double

  init(id: Double = -1) {
    @Dependency(Volume.self) var volume
    self.id = id
    self.volume = volume
  }
}

extension SharedKey where Value == Sound? {
  fileprivate static var sound: Self { SharedKey("sound", default: nil, in: .memory) }
}

private struct Player: Reducer {
  struct State: Equatable {
    var sound = Sound()

    var isNew: Bool { sound == Sound() }
  }

  enum Action: Equatable { case open, opened(Sound, Double), share }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open:
      state.sound = Sound(id: 0)
      return .run { send in
        for id in 1...3 { await send(.opened(Sound(), Double(id))) }
      }
    case .opened(_, let id):
      state.sound = Sound(id: id)
      return .none
    case .share:
      let sound = Sound()
      return .change(.sound) { $0 = sound }
    }
  }
}
