import RatchetTesting
import TestSupport

@MainActor
@Suite(
  "What schedules show of a store", .serialized, .with(ExplorationTime.$defaultLimit, .seconds(600))
)
struct MachineRaceTests {
  @Test("has a write and the send after it in one piece", arguments: strategies)
  func falseAlarm(strategy: ScheduleStrategy) async {
    let server = Scripted.Server()
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
          try await Scripted.sleep(1)
          await send(.note("one"))
        },
        { _ in
          try await Scripted.sleep(2)
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
    let server = Scripted.Server()
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
          try await Scripted.sleep(1)
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
          try await Scripted.sleep(1)
          await send(.note("one"))
        },
        { send in
          try await Scripted.sleep(2)
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
        await exploreSchedules(.all(deviations: 1)) {
          let schedule = Schedule.current
          let signal = Scripted.Signal()
          let store = Scripted.store(schedule, Scripted.Log()) { _ in
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
            && $0.contains("In the default order, it does not.")
        })
    }
  }

  // MARK: - Fixtures

  nonisolated static let strategies: [ScheduleStrategy] = [
    .random(Deep.isFull ? 500 : 60), .all(deviations: Deep.isFull ? 3 : 2),
  ]

  /// The orders of what effects and actions note.
  private static func orders(
    _ strategy: ScheduleStrategy, _ effects: (Scripted.Log) -> [Scripted.Operation],
    test: (TestStoreOf<Scripted>) async -> Void = { await $0.send(.start) }
  ) async -> Set<[String]> {
    var orders: Set<[String]> = []
    // Collects the warning where there is only one order.
    let issues = await IssueCollector.issues {
      await exploreSchedules(strategy) {
        let schedule = Schedule.current
        let log = Scripted.Log()
        let store = Scripted.store(schedule, log, effects)
        await test(store)
        await store.finish()
        orders.insert(log.lines)
      }
    }
    #expect(issues.isEmpty)
    return orders
  }
}

/// Two child tasks that refresh a token unless there is one.
@MainActor private func stampede(_ send: Send<Scripted.Action>, _ log: Scripted.Log) async {
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
