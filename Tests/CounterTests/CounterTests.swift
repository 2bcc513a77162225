import RatchetTesting
import TestSupport

@testable import counter

@MainActor @Suite("Counter")
struct CounterTests {
  @Test("counts up and down, and asks for a fact about the count, after which nothing is cancelled")
  func fact() async {
    let store = makeStore()
    await store.send(.cancel)
    await store.send(.up) { $0.count = 1 }
    await store.send(.down) { $0.count = 0 }
    await store.send(.down) { $0.count = -1 }
    await store.send(.fact) { $0.fact = .loading }
    await store.receive(.factAnswered(.success("-1 is a number"))) {
      $0.fact = .text("-1 is a number")
    }
    await store.send(.cancel)
  }

  @Test("shows why there is no fact")
  func failure() async {
    let store = makeStore(facts: FactClient { _ in throw FactError.status(500) })
    await store.send(.fact) { $0.fact = .loading }
    await store.receive(.factAnswered(.failure(.status(500)))) {
      $0.fact = .failure(.status(500))
    }
    let odd = makeStore(facts: FactClient { _ in throw Odd() })
    await odd.send(.fact) { $0.fact = .loading }
    await odd.receive(.factAnswered(.failure(.unreachable("Odd()")))) {
      $0.fact = .failure(.unreachable("Odd()"))
    }
  }

  @Test("gives a fact up after its time limit")
  func timeLimit() async {
    let store = makeStore(facts: .endless)
    await store.send(.fact) { $0.fact = .loading }
    await store.advance(by: Counter.factLimit)
    await store.receive(.factAnswered(.failure(.timedOut(Counter.factLimit)))) {
      $0.fact = .failure(.timedOut(Counter.factLimit))
    }
  }

  @Test("cancels a fact")
  func cancel() async {
    let store = makeStore(facts: .endless)
    await store.send(.fact) { $0.fact = .loading }
    await store.send(.cancel) { $0.fact = .cancelled }
    #expect(store.inFlight.isEmpty)
    await store.advance(by: .seconds(10))
    await store.send(.up) {
      $0.count = 1
      $0.fact = .idle
    }
  }

  @Test(
    "drops a fact about a number that the count no longer is",
    arguments: [Counter.Action.up, .down])
  func outOfDate(_ action: Counter.Action) async {
    let store = makeStore(facts: .endless)
    let count = action == .up ? 1 : -1
    await store.send(.fact) { $0.fact = .loading }
    await store.send(action) {
      $0.count = count
      $0.fact = .idle
    }
    #expect(store.inFlight.isEmpty)
  }

  @Test("has one fact in flight, the last that was asked for")
  func askAgain() async {
    let store = makeStore(facts: .endless)
    await store.send(.fact) { $0.fact = .loading }
    await store.advance(by: .seconds(3))
    await store.send(.fact)
    #expect(store.inFlight.count == 1)
    await store.advance(by: .seconds(3))
    await store.send(.cancel) { $0.fact = .cancelled }
  }

  @Test("has a timer that ticks each second until it is turned off")
  func timer() async {
    let store = makeStore()
    await store.send(.timer) { $0.ticks = 0 }
    await store.advance(by: .seconds(2))
    await store.receive(.timerTicked) { $0.ticks = 1 }
    await store.receive(.timerTicked) { $0.ticks = 2 }
    #expect(store.inFlight.map(\.name) == ["timer"])
    await store.send(.timer) { $0.ticks = nil }
    await store.advance(by: .seconds(2))
  }

  @Test(
    "resets fact and timer, but not what is shown; the end of the program keeps the count",
    arguments: [(Counter.Action.reset, 0), (.quit, 1)])
  func reset(action: Counter.Action, count: Int) async {
    let store = makeStore(facts: .endless)
    await store.send(.log) { $0.isLogVisible = false }
    await store.send(.help) { $0.isHelpVisible = true }
    await store.send(.up) { $0.count = 1 }
    await store.send(.fact) { $0.fact = .loading }
    await store.send(.timer) { $0.ticks = 0 }
    await store.send(action) {
      $0.count = count
      $0.fact = .idle
      $0.ticks = nil
    }
    #expect(store.inFlight.isEmpty)
    await store.finish()
  }

  @Test(
    "has built-in facts, which take a moment, and comes to the same end in whatever order",
    .seeds(300))
  func anyOrder() async {
    let store = makeStore(schedule: .seed(Seeds.current), facts: .liveValue)
    await store.send(.timer) { $0.ticks = 0 }
    await store.send(.fact) { $0.fact = .loading }
    await store.advance(by: .milliseconds(599))
    await store.settle()
    #expect(Set(store.inFlight.map(\.name)) == ["fact", "timer"])
    await store.advance(by: .milliseconds(1))
    await store.receive(.factAnswered(.success("0 is even and the square of 0"))) {
      $0.fact = .text("0 is even and the square of 0")
    }
    await store.advance(by: .milliseconds(400))
    await store.receive(.timerTicked) { $0.ticks = 1 }
    await store.send(.timer) { $0.ticks = nil }
  }
}

// MARK: - Fixtures

extension CounterTests {
  private struct Odd: Error {}

  private func makeStore(
    schedule: Schedule = .inOrder, facts: FactClient = FactClient { "\($0) is a number" }
  ) -> TestStore<Counter.State, Counter.Action> {
    TestStore(initialState: Counter.State(), schedule: schedule) {
      Counter()
    } withDependencies: {
      $0[FactClient.self] = facts
    }
  }
}

extension FactClient {
  /// Facts that never come.
  fileprivate static let endless = FactClient { _ in
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .seconds(1_000_000))
    return ""
  }
}
