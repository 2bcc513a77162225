import RatchetDependencies
import RatchetTesting
import TestSupport

@MainActor @Suite("The virtual clock", .serialized)
struct ClockPropertyTests {
  @Test("wakes by deadline under every schedule, and loses nobody", .seeds())
  func schedules() async {
    let seed = Seeds.current
    let sleeps = Sleep.random(seed: seed)
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Sleeping.State(), schedule: .seed(seed)) {
        Sleeping(sleeps: sleeps)
      }
      await store.send(.start)
      await store.send(.cancel)
      await store.advance(by: .seconds(10))
      #expect(store.brokenInvariant() == nil, "seed \(seed) \(sleeps)")
      let awake = sleeps.filter { !$0.isCancelled }
      for _ in awake {
        var number = 0
        await store.receive {
          if case .woke(let woken) = $0 { number = woken }
          return true
        } changes: {
          $0.woken.append(number)
        }
      }
      await store.finish()
      let woken = store.state.woken
      #expect(woken.sorted() == awake.map(\.number).sorted(), "seed \(seed) \(sleeps)")
      let seconds = woken.map { sleeps[$0].seconds }
      #expect(seconds == seconds.sorted(), "seed \(seed) \(sleeps)")
    }
    #expect(issues.isEmpty, "seed \(seed) \(sleeps)")
  }

  @Test(
    "wakes sleepers by deadline, then in the order of falling asleep, however time is cut",
    .seeds())
  func pieces() async {
    let seed = Seeds.current
    let sleeps = Sleep.random(seed: seed)
    var random = SeededRandom(seed)
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Sleeping.State()) { Sleeping(sleeps: sleeps) }
      await store.send(.start)
      await store.send(.cancel)
      var passed = 0
      while passed < 10_000 {
        let length = random.chance(30) ? 10_000 : 1 + random.number(below: 3_000)
        let piece = min(length, 10_000 - passed)
        let due = sleeps.filter {
          !$0.isCancelled && $0.seconds * 1_000 > passed && $0.seconds * 1_000 <= passed + piece
        }.sorted { ($0.seconds, $0.number) < ($1.seconds, $1.number) }
        await store.advance(by: .milliseconds(piece))
        #expect(store.brokenInvariant() == nil, "seed \(seed) \(sleeps)")
        for sleep in due {
          await store.receive(.woke(sleep.number)) { $0.woken.append(sleep.number) }
        }
        passed += piece
      }
      await store.finish()
      #expect(store.clock.now.offset == .seconds(10), "seed \(seed)")
    }
    #expect(issues.isEmpty, "seed \(seed) \(sleeps) \(issues)")
  }
}

// MARK: - Fixtures

private struct Sleep: Sendable {
  let number: Int
  let seconds: Int
  let isCancelled: Bool

  static func random(seed: UInt64) -> [Sleep] {
    var random = SeededRandom(seed)
    return (0..<(1 + random.number(below: 6))).map { number in
      Sleep(
        number: number, seconds: 1 + random.number(below: 4), isCancelled: random.chance(25))
    }
  }
}

private struct Sleeping: Reducer {
  struct State: Equatable {
    var woken: [Int] = []
  }

  enum Action: Equatable {
    case start, cancel
    case woke(Int)
  }

  let sleeps: [Sleep]
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        sleeps.map { sleep in
          .run { send in
            try await clock.sleep(for: .seconds(sleep.seconds))
            await send(.woke(sleep.number))
          }.cancellable(id: sleep.isCancelled)
        })
    case .cancel: return .cancel(id: true)
    case .woke(let number):
      state.woken.append(number)
      return .none
    }
  }
}
