import RatchetTesting
import TestSupport

@MainActor @Suite("Effects under a schedule", .serialized)
struct OverlapTests {
  @Test(
    "can end in any order, however often each suspends, and in whatever way",
    .deep(50, small: 10), arguments: Suspension.allCases, [Exhaustivity.off, .on])
  func longerFirst(suspension: Suspension, exhaustivity: Exhaustivity) async {
    let feature = Overlap(suspension: suspension)
    var orders: Set<[String]> = []
    for schedule in Schedule.seeds(Deep.size) {
      let store = TestStore(initialState: Overlap.State(), schedule: schedule) { feature }
      store.exhaustivity = exhaustivity
      await store.send(.start([["wait", "short"], ["wait", "wait", "wait", "long"]]))
      if exhaustivity == .on { for _ in 0..<2 { await store.receiveAny() } }
      await store.finish()
      orders.insert(store.state.log)
    }
    // The answers of one actor come in the order of the calls.
    let isInStep = suspension == .sharedActor
    #expect(orders == (isInStep ? [["short", "long"]] : [["short", "long"], ["long", "short"]]))
  }

  @Test(
    "read what another one's action has written before", .deep(50, small: 10),
    arguments: Suspension.allCases)
  func readAfterWrite(suspension: Suspension) async {
    let feature = Overlap(suspension: suspension)
    let reader = Array(repeating: "wait", count: 10) + ["read"]
    for exhaustivity in [Exhaustivity.on, .off] {
      var read: Set<[String]> = []
      for schedule in Schedule.seeds(Deep.size) {
        feature.value.withLock { $0 = 0 }
        let store = TestStore(initialState: Overlap.State(), schedule: schedule) { feature }
        store.exhaustivity = exhaustivity
        await store.send(.start([["wait", "write"], reader]))
        if exhaustivity == .on { for _ in 0..<2 { await store.receiveAny() } }
        await store.finish()
        read.insert(store.state.log.filter { $0 != "write" })
      }
      #expect(read.contains(["read 1"]), "\(exhaustivity)")
    }
  }

  @Test("have come to rest after settle, whatever the schedule", arguments: Schedule.seeds(20))
  func settled(schedule: Schedule) async {
    let feature = Overlap(suspension: .yield)
    let store = TestStore(initialState: Overlap.State(), schedule: schedule) { feature }
    await store.send(.start([["wait", "wait", "note"], ["wait", "note"]]))
    await store.settle()
    #expect(feature.value.withLock { $0 } == 2)
    #expect(store.inFlight.isEmpty)
  }

  @Test("continue while the test waits for what they do, and takes no step")
  func idle() async {
    for schedule in Schedule.seeds(5) {
      let (values, continuation) = AsyncStream<String>.makeStream()
      let store = TestStore(initialState: Overlap.State(), schedule: schedule) {
        Overlap(suspension: .sharedActor, output: continuation)
      }
      await store.send(.start([["wait", "wait", "wait", "yield"]]))
      var iterator = values.makeAsyncIterator()
      #expect(await iterator.next() == "yield")
      await store.finish()
    }
  }

  @Test(
    "do not have to be waited for at the end of a test that is at rest in order",
    .deep(50, small: 10))
  func end() async {
    let issues = await IssueCollector.issues {
      for schedule in Schedule.seeds(Deep.size) {
        let store = TestStore(initialState: Overlap.State(), schedule: schedule) {
          Overlap(suspension: .sharedActor)
        }
        await store.send(.start([["wait", "wait", "note"]]))
      }
      await exploreSchedules(Deep.size) {
        let store = TestStore(initialState: Overlap.State()) {
          Overlap(suspension: .sharedActor)
        }
        await store.send(.start([["wait", "wait", "note"]]))
      }
    }
    #expect(issues.isEmpty)
  }

  @Test("are waited for at the end of an exploration, and what they have sent is a failure")
  func unreceivedAtEnd() async {
    let issues = await IssueCollector.issues {
      await exploreSchedules(50) {
        let store = TestStore(initialState: Overlap.State()) {
          Overlap(suspension: .sharedActor)
        }
        await store.send(.start([["wait", "wait", "late"]]))
      }
    }
    #expect(issues.count == 1)
    let text =
      "The test fails in the default order; no schedule is needed: The test ended too early."
    #expect(issues.first?.hasPrefix(text) == true)
  }
}

// MARK: - Fixtures

/// What a task waits for that goes on by itself.
enum Suspension: String, CaseIterable {
  case yield, ownActor, sharedActor, concurrent, taskGroup

  actor Resource {
    private var uses = 0

    func use() { uses += 1 }
  }

  private static let shared = Resource()

  @MainActor func wait() async {
    switch self {
    case .yield: await Task.yield()
    case .ownActor: await Resource().use()
    case .sharedActor: await Self.shared.use()
    case .concurrent: await work()
    case .taskGroup: await withTaskGroup(of: Void.self) { $0.addTask { await Task.yield() } }
    }
  }

  @concurrent private func work() async {
    await Task.yield()
  }
}

/// Effects that do what a test writes down: wait, note, write, read, or send a text.
private struct Overlap: Reducer {
  struct State: Equatable { var log: [String] = [] }

  enum Action {
    case start([[String]])
    case got(String)
  }

  let suspension: Suspension
  var output: AsyncStream<String>.Continuation?
  /// What effects have written or counted.
  let value = Locked(0)

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let scripts): return .merge(scripts.map(effect))
    case .got(let text):
      state.log.append(text)
      if text == "write" { value.withLock { $0 = 1 } }
      return .none
    }
  }

  private func effect(_ script: [String]) -> Effect<Action> {
    .run { send in
      for step in script {
        switch step {
        case "wait": await suspension.wait()
        case "yield": output?.yield(step)
        case "note": value.withLock { $0 += 1 }
        case "read": await send(.got("read \(value.withLock { $0 })"))
        default: await send(.got(step))
        }
      }
    }
  }
}

extension TestStore where State == Overlap.State, Action == Overlap.Action {
  /// Receives whatever the schedule lets come first.
  fileprivate func receiveAny() async {
    var received = ""
    await receive { action in
      if case .got(let text) = action { received = text }
      return true
    } changes: {
      $0.log.append(received)
    }
  }
}
