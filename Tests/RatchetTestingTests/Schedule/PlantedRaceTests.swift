import RatchetTesting
import TestSupport

@MainActor
@Suite("A planted race", .serialized, .with(ExplorationTime.$defaultLimit, .seconds(600)))
struct PlantedRaceTests {
  @Test(
    "is found with as many deviations as it is deep, and not with fewer",
    arguments: races.filter { Deep.isFull || $0.depth < 3 })
  func depth(race: PlantedRace) async {
    #expect(await race.isFound(.all(deviations: race.depth)))
    #expect(await !race.isFound(.all(deviations: race.depth - 1)))
  }

  @Test(
    "is found at random and by priorities", arguments: races.filter { Deep.isFull || $0.depth < 2 })
  func random(race: PlantedRace) async {
    #expect(await race.isFound(.random(500)))
    #expect(await race.isFound(.pct(500, depth: race.depth + 1)))
  }

  nonisolated private static let races = [
    PlantedRace("a short effect comes after a long one", depth: 1) { _ in
      [{ await note("short", after: 1, $0) }, { await note("long", after: 16, $0) }]
    } isBad: {
      $0 == ["long", "short"]
    },
    PlantedRace("the answer to an old request comes last", depth: 1) { _ in
      [{ await note("old", after: 3, $0) }, { await note("new", after: 3, $0) }]
    } test: {
      await $0.send(.only(0))
      await $0.send(.only(1))
    } isBad: {
      $0 == ["new", "old"]
    },
    PlantedRace("a second tap comes before the first one is answered", depth: 1) { _ in
      [{ await note("answer", after: 2, $0) }]
    } test: {
      await $0.send(.start)
      await $0.send(.note("tap"))
    } isBad: {
      $0 == ["tap", "answer"]
    },
    PlantedRace("a timeout comes before the answer", depth: 1) { _ in
      [
        {
          try await Scripted.sleep(1)
          await $0(.note("timeout"))
        },
        { await note("answer", after: 2, $0) },
      ]
    } test: {
      await $0.send(.start)
      await $0.advance(by: .seconds(1))
    } isBad: {
      $0 == ["timeout", "answer"]
    },
    PlantedRace("two effects add to what both have read", depth: 1) { log in
      let add: Scripted.Operation = { _ in
        let count = log.lines.count { $0 == "1" }
        await Task.yield()
        if count == log.lines.count { log.add("1") } else { log.add("lost") }
      }
      return [
        add,
        {
          for _ in 0..<3 { await Task.yield() }
          try await add($0)
        },
      ]
    } isBad: {
      $0.contains("lost")
    },
    PlantedRace("two locks are taken in two orders", depth: 1) { log in
      let (first, second) = (AsyncLock(), AsyncLock())
      return [
        { _ in
          await first.lock()
          await Task.yield()
          await second.lock()
          log.add("one")
          second.unlock()
          first.unlock()
        },
        { _ in
          for _ in 0..<5 { await Task.yield() }
          await second.lock()
          await Task.yield()
          await first.lock()
          log.add("two")
          first.unlock()
          second.unlock()
        },
      ]
    } isBad: {
      $0.isEmpty
    },
    PlantedRace("what is published comes before the subscription", depth: 1) { log in
      let subscribers = Locked(0)
      return [
        { _ in
          await Task.yield()
          subscribers.withLock { $0 += 1 }
        },
        { _ in
          await Task.yield()
          if subscribers.withLock({ $0 }) == 0 { log.add("missed") }
        },
      ]
    } isBad: {
      $0 == ["missed"]
    },
    PlantedRace("the last of three comes first", depth: 1, three) { $0 == ["c", "a", "b"] },
    PlantedRace("three come in the opposite order", depth: 2, three) { $0 == ["c", "b", "a"] },
    PlantedRace("four come in the opposite order", depth: 3) { _ in
      ["a", "b", "c", "d"].map { name in { await note(name, after: 2, $0) } }
    } isBad: {
      $0 == ["d", "c", "b", "a"]
    },
    PlantedRace("an effect is overtaken, and overtakes again", depth: 2) { _ in
      [
        {
          await note("a1", after: 1, $0)
          await note("a2", after: 1, $0)
        },
        {
          await note("b1", after: 1, $0)
          await note("b2", after: 1, $0)
        },
      ]
    } isBad: {
      $0 == ["b1", "a1", "a2", "b2"]
    },
  ]

  nonisolated private static let three:
    @MainActor @Sendable (Scripted.Log) -> [Scripted.Operation] = { _ in
      ["a", "b", "c"].map { name in { await note(name, after: 2, $0) } }
    }
}

/// A race in the effects of a feature, and what it shows.
struct PlantedRace: Sendable, CustomTestStringConvertible {
  typealias Store = TestStoreOf<Scripted>

  private struct Bad: Error {}

  let testDescription: String
  /// The number of deviations that it needs.
  let depth: Int
  private let effects: @MainActor @Sendable (Scripted.Log) -> [Scripted.Operation]
  private let test: @MainActor @Sendable (Store) async -> Void
  private let isBad: @Sendable ([String]) -> Bool

  init(
    _ description: String, depth: Int,
    _ effects: @escaping @MainActor @Sendable (Scripted.Log) -> [Scripted.Operation],
    test: @escaping @MainActor @Sendable (Store) async -> Void = { await $0.send(.start) },
    isBad: @escaping @Sendable ([String]) -> Bool
  ) {
    testDescription = description
    self.depth = depth
    self.effects = effects
    self.test = test
    self.isBad = isBad
  }

  /// Whether a strategy shows the race; if not, all of its schedules have run without a failure.
  @MainActor func isFound(_ strategy: ScheduleStrategy) async -> Bool {
    var isFound = false
    let issues = await IssueCollector.issues {
      let report = try? await exploreSchedules(strategy) {
        let schedule = Schedule.current
        let log = Scripted.Log()
        let store = Scripted.store(schedule, log, effects)
        await test(store)
        await store.finish()
        if !isBad(log.lines) { return }
        isFound = true
        throw Bad()
      }
      #expect(report?.isComplete == (isFound ? nil : true))
    }
    #expect(issues.count == (isFound ? 1 : 0))
    return isFound
  }
}

/// Notes a text after some yields.
@MainActor private func note(
  _ text: String, after yields: Int, _ send: Send<Scripted.Action>
) async {
  for _ in 0..<yields { await Task.yield() }
  await send(.note(text))
}

/// A lock for which a task waits without blocking its thread.
@MainActor private final class AsyncLock {
  private var isLocked = false
  private var waiting: [Scripted.Signal] = []

  func lock() async {
    if isLocked {
      waiting.append(Scripted.Signal())
      await waiting[waiting.count - 1].wait()
    }
    isLocked = true
  }

  func unlock() {
    isLocked = false
    if !waiting.isEmpty { waiting.removeFirst().give() }
  }
}
