import RatchetTesting

@MainActor @Suite("What schedules show of a store", .serialized)
struct MachineRaceTests {
  @Test("has a write and the send after it in one piece", arguments: strategies)
  func falseAlarm(strategy: ScheduleStrategy) async {
    let server = Server()
    let orders = await Self.orders(strategy) { log in
      [
        { send in
          await server.call()
          log.add("write")
          await send(.note("loaded"))
        }
      ]
    } test: { store in
      await store.send(.start)
      await store.send(.note("tap"))
    }
    #expect(orders == [["tap", "write", "loaded"], ["write", "loaded", "tap"]])
  }

  @Test("lets two child tasks look before either sends", arguments: strategies)
  func children(strategy: ScheduleStrategy) async {
    let orders = await Self.orders(strategy) { log in [{ await stampede($0, log) }] }
    #expect(orders.contains(["refresh 0"]))
    #expect(orders.contains(["refresh 1"]))
    #expect(orders.contains(["refresh 0", "refresh 1"]))
  }

  @Test("lets the test go on before those that time has woken last", arguments: strategies)
  func afterAdvance(strategy: ScheduleStrategy) async {
    let orders = await Self.orders(strategy) { log in
      [
        { send in
          try await sleep(1)
          await send(.note("one"))
        },
        { _ in
          try await sleep(2)
          log.add("two")
        },
      ]
    } test: { store in
      await store.send(.start)
      await store.advance(by: .seconds(2))
      await store.send(.note("tap"))
    }
    #expect(orders == [["one", "two", "tap"], ["one", "tap", "two"]])
  }

  @Test("lets another effect go on when an actor has done its work", arguments: strategies)
  func workDone(strategy: ScheduleStrategy) async {
    let server = Server()
    let orders = await Self.orders(strategy) { log in
      [
        { send in
          await server.call { log.add("work") }
          await send(.note("returned"))
        },
        { send in
          await Task.yield()
          await send(.note("other"))
        },
      ]
    }
    #expect(
      orders == [
        ["work", "returned", "other"], ["work", "other", "returned"],
        ["other", "work", "returned"],
      ])
  }

  @Test("lets a timeout win against an answer that only yields", arguments: strategies)
  func timeout(strategy: ScheduleStrategy) async {
    let orders = await Self.orders(strategy) { _ in
      [
        { send in
          try await sleep(1)
          await send(.note("timeout"))
        },
        { send in
          await Task.yield()
          await Task.yield()
          await send(.note("answer"))
        },
      ]
    } test: { store in
      await store.send(.start)
      await store.advance(by: .seconds(1))
    }
    #expect(orders == [["timeout", "answer"], ["answer", "timeout"]])
  }

  @Test("lets no later deadline come before an earlier one", arguments: strategies)
  func deadlines(strategy: ScheduleStrategy) async {
    let orders = await Self.orders(strategy) { _ in
      [
        { send in
          await Task.yield()
          try await sleep(1)
          await send(.note("one"))
        },
        { send in
          try await sleep(2)
          await Task.yield()
          await send(.note("two"))
        },
      ]
    } test: { store in
      await store.send(.start)
      await store.settle()
      await store.advance(by: .seconds(3))
    }
    #expect(orders == [["one", "two"]])
  }

  @Test("has a lost wake-up as a failure, though not all has to be asserted")
  func lostWakeUp() async {
    for isLost in [true, false] {
      let issues = await IssueCollector.issues {
        await exploreSchedules(.all(deviations: 1)) { schedule in
          let signal = Signal()
          let store = Self.store(schedule, Log()) { _ in
            [
              { _ in
                await Task.yield()
                if isLost || !signal.isGiven { await signal.wait() }
              },
              { _ in
                await Task.yield()
                signal.give()
              },
              // Waits in order as well, so it is no failure.
              { _ in
                let (stream, source) = AsyncStream<Int>.makeStream()
                for await _ in stream {}
                source.finish()
              },
            ]
          }
          await store.send(.start)
          await store.finish()
        }
      }
      #expect(issues.count == (isLost ? 1 : 0))
      #expect(
        issues.allSatisfy {
          $0.contains(" fails: An effect waits forever: run (")
            && $0.contains("In order it does not.")
        })
    }
  }

  // MARK: - Depths

  @Test("needs one deviation for a short effect after a long one")
  func shortAfterLong() async {
    let orders = await Self.orders(.all(deviations: 1)) { _ in
      [
        { send in
          await Task.yield()
          await send(.note("short"))
        },
        { send in
          for _ in 0..<16 { await Task.yield() }
          await send(.note("long"))
        },
      ]
    }
    #expect(orders == [["short", "long"], ["long", "short"]])
  }

  @Test("needs one deviation for the first child task to be done before the second one looks")
  func firstChildWins() async {
    let orders = await Self.orders(.all(deviations: 1)) { log in [{ await stampede($0, log) }] }
    #expect(orders.contains(["refresh 0"]))
  }

  @Test("needs one deviation for the answer to an old request to come last")
  func oldAnswer() async {
    let answer: @MainActor @Sendable (Send<Scripted.Action>, String) async -> Void = {
      await Task.yield()
      await $0(.note($1))
    }
    let orders = await Self.orders(.all(deviations: 1)) { _ in
      [{ await answer($0, "old") }, { await answer($0, "new") }]
    } test: { store in
      await store.send(.only(0))
      await store.send(.only(1))
    }
    #expect(orders == [["old", "new"], ["new", "old"]])
  }

  // MARK: - Fixtures

  nonisolated static let strategies: [ScheduleStrategy] = [.random(500), .all(deviations: 3)]

  private static func store(
    _ schedule: Schedule, _ log: Log, _ effects: (Log) -> [Scripted.Operation]
  ) -> TestStoreOf<Scripted> {
    let feature = Scripted(effects: effects(log), log: log)
    let store = TestStore(initialState: 0, schedule: schedule) { feature }
    store.exhaustivity = .off
    return store
  }

  /// The orders of what effects and actions note.
  private static func orders(
    _ strategy: ScheduleStrategy, _ effects: (Log) -> [Scripted.Operation],
    test: (TestStoreOf<Scripted>) async -> Void = { await $0.send(.start) }
  ) async -> Set<[String]> {
    var orders: Set<[String]> = []
    await exploreSchedules(strategy) { schedule in
      let log = Log()
      let store = store(schedule, log, effects)
      await test(store)
      await store.finish()
      orders.insert(log.lines)
    }
    return orders
  }
}

/// Two child tasks that refresh a token unless there is one.
@MainActor private func stampede(_ send: Send<Scripted.Action>, _ log: Log) async {
  let hasToken = Locked(false)
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<2 {
      group.addTask {
        if hasToken.withLock({ $0 }) { return }
        await send(.note("refresh \(number)"))
        hasToken.withLock { $0 = true }
      }
    }
  }
}

private func sleep(_ seconds: Int) async throws {
  @Dependency(\.continuousClock) var clock
  try await clock.sleep(for: .seconds(seconds))
}

private final class Log: Sendable {
  private let contents = Locked<[String]>([])
  var lines: [String] { contents.withLock { $0 } }
  func add(_ line: String) { contents.withLock { $0.append(line) } }
}

private actor Server {
  /// Counted, so that the optimizer keeps the call.
  private var calls = 0

  func call(_ work: @Sendable () -> Void = {}) {
    calls += 1
    work()
  }
}

/// Resumes the task that waits, if one does.
@MainActor private final class Signal {
  private(set) var isGiven = false
  private var waiting: CheckedContinuation<Void, Never>?

  func wait() async { await withCheckedContinuation { waiting = $0 } }

  func give() {
    isGiven = true
    waiting?.resume()
  }
}

/// Runs effects that a test writes down, and notes its actions.
private struct Scripted: Reducer {
  typealias Operation = @MainActor @Sendable (Send<Action>) async throws -> Void
  typealias State = Int

  enum Action { case start, only(Int), note(String) }

  let effects: [Operation]
  let log: Log

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start: return .merge(effects.map { .run(operation: $0) })
    case .only(let index): return .run(operation: effects[index])
    case .note(let text):
      log.add(text)
      return .none
    }
  }
}
