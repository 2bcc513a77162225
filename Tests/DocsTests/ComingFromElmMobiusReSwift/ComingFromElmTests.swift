import RatchetTesting

// The code of `Docs/Ratchet.docc/ComingFromElmMobiusReSwift.md`, and what its tables name.

@Suite("The page for those who come from Elm")
struct ComingFromElmTests {
  struct Dice: Reducer {
    struct State: Equatable {
      var face = 1
      var isRolling = false
    }

    enum Action: Equatable { case toggled, ticked }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.randomNumberGenerator) var random

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .toggled: state.isRolling.toggle()
        case .ticked: state.face = random { Int.random(in: 1...6, using: &$0) }
        }
        return .none
      }
      .subscription(while: \.isRolling) {
        .run(name: "roll") { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      }
    }
  }

  @Test @MainActor func rolls() async {
    let store = TestStore(initialState: Dice.State()) {
      Dice()
    } withDependencies: {
      $0.randomNumberGenerator = .seeded(1)
    }
    store.exhaustivity = .off
    await store.send(.toggled) { $0.isRolling = true }
    await store.advance(by: .seconds(10))
    await store.send(.toggled) { $0.isRolling = false }
    #expect((1...6).contains(store.state.face))
  }

  struct Table: Reducer {
    struct State: Equatable {
      var dice = Dice.State()
      var sum = 0
    }

    enum Action: Equatable {
      case dice(Dice.Action)
      case opened
      case rolled(Int)
    }

    let numbers: @Sendable () -> AsyncStream<Int>

    var body: some ReducerOf<Self> {
      Scope(state: \.dice, action: Action.dice) { Dice() }
      Reduce { state, action in
        switch action {
        case .opened:
          return .merge(
            Effect<Dice.Action>.send(.ticked).map(Action.dice),
            .sequence({ numbers() }, action: Action.rolled),
            .run { send in
              try await Task.sleep(for: .zero)
              await send(.rolled(1))
            } catch: { _, send in
              await send(.rolled(0))
            })
        case .rolled(let number): state.sum += number
        case .dice: break
        }
        return .none
      }
    }
  }

  @Test("names what a table of dice does")
  @MainActor func table() async {
    let store = Store(initialState: Table.State()) {
      Table(numbers: { AsyncStream([2, 3]) })
    } withDependencies: {
      $0.randomNumberGenerator = .seeded(1)
    }
    await store.send(.opened).finish()
    #expect(store.sum == 6)
    let sender = store.sender
    sender.send(.rolled(1))
    let dice = withDependencies {
      $0.randomNumberGenerator = .seeded(1)
    } operation: {
      Store(initialState: Dice.State()) { Dice() }
    }
    show(dice)
  }

  @MainActor private func show(_ store: StoreOf<Dice>) {
    #expect(store.face == 1)
  }
}

extension AsyncStream where Element: Sendable {
  fileprivate init(_ elements: [Element]) {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}
