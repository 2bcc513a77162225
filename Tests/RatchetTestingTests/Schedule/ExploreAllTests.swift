import RatchetTesting
import TestSupport

@MainActor
@Suite("Exploring all schedules", .serialized, .with(ExplorationTime.$defaultLimit, .seconds(600)))
struct ExploreAllTests {
  @Test(
    "finds a race at the number of deviations that it needs, and no earlier",
    arguments: Race.Kind.allCases, Deep.isFull ? [1, 2, 3] : [1, 2])
  func depth(kind: Race.Kind, depth: Int) async {
    let race = Race(kind: kind, rounds: depth)
    var report = ExplorationReport?.none
    let none = await IssueCollector.issues {
      report = await exploreSchedules(.all(deviations: depth - 1)) { await race.test(.current) }
    }
    #expect(none.isEmpty)
    #expect(report?.isComplete == true)
    let issues = await IssueCollector.issues {
      report = await exploreSchedules(.all(deviations: depth)) { await race.test(.current) }
    }
    #expect(report?.isComplete == false)
    #expect(issues.count == 1)
    #expect(issues.first.map(Self.deviations)?.count == depth, "\(issues)")
  }

  @Test(
    "finds nothing if the race is gone, and says so: all ends are the same",
    arguments: Race.Kind.allCases)
  func fixed(kind: Race.Kind) async {
    let race = Race(kind: kind, rounds: 2, isFixed: true)
    var report: ExplorationReport?
    // Collects the warning that there is only one order.
    let issues = await IssueCollector.issues {
      report = await exploreSchedules(.all(deviations: 3)) { await race.test(.current) }
    }
    #expect(issues.isEmpty && report?.isComplete == true)
    #expect(report?.finalStates.count == 1)
  }

  @Test(
    "is not needed to find one by chance, which is then shortened to the same",
    arguments: Race.Kind.allCases, Deep.isFull ? [1, 2, 3] : [1, 2])
  func shrunk(kind: Race.Kind, depth: Int) async {
    let race = Race(kind: kind, rounds: depth)
    let issues = await IssueCollector.issues {
      await exploreSchedules(.random(2_000)) { await race.test(.current) }
    }
    #expect(issues.count == 1)
    #expect(issues.first.map(Self.deviations)?.count == depth, "\(issues)")
  }

  @Test(
    "runs few schedules more than there are orders",
    arguments: [([1], 2, 2), ([2], 3, 3), ([3], 4, 4), ([1, 1], 6, 8), ([2, 1], 18, 21)])
  func counted(suspensions: [Int], ifMerged: Int, ifEach: Int) async {
    for isMerged in [true, false] {
      let report = await exploreSchedules(.all(deviations: 100)) {
        let store = TestStore(initialState: 0) { Waiting() }
        if isMerged {
          await store.send(suspensions)
        } else {
          for count in suspensions { await store.send([count]) }
        }
        await store.finish()
      }
      #expect(report.isComplete)
      #expect(report.count == (isMerged ? ifMerged : ifEach))
      let left = isMerged ? [] : Array(suspensions.dropFirst())
      #expect(report.count >= Self.orders(isMerged ? suspensions : [suspensions[0]], left))
    }
  }

  /// In how many orders effects go on that have so many pieces left, and the test, which may come
  /// before any of them, to start the next effect or, in the end, to finish.
  private static func orders(_ pieces: [Int], _ left: [Int], isFinishing: Bool = false) -> Int {
    if pieces.allSatisfy({ $0 == 0 }) {
      return isFinishing || left.isEmpty ? 1 : orders(pieces + [left[0]], Array(left.dropFirst()))
    }
    var count = 0
    for index in pieces.indices where pieces[index] > 0 {
      var next = pieces
      next[index] -= 1
      count += orders(next, left, isFinishing: isFinishing)
    }
    if isFinishing { return count }
    guard let first = left.first else { return count + orders(pieces, [], isFinishing: true) }
    return count + orders(pieces + [first], Array(left.dropFirst()))
  }

  @Test("stops at a limit, and says so")
  func limit() async {
    var runs = 0
    let report = await exploreSchedules(.all(deviations: 3, limit: 10)) {
      runs += 1
      let store = TestStore(initialState: 0) { Waiting() }
      await store.send([3, 3])
      await store.finish()
    }
    #expect(report.count == 10)
    // The first one is repeated.
    #expect(runs == 11)
    #expect(!report.isComplete)
    #expect(report.description == "10 schedules, not all, 1 final state")
  }

  static func start(isFixed: Bool = false, _ schedule: Schedule) async {
    let store = TestStore(initialState: Race.State(), schedule: schedule) {
      Race(kind: .jobs, rounds: 1, isFixed: isFixed)
    }
    store.exhaustivity = .off
    await store.send(.start(0))
    await store.finish()
  }

  @Test("tries each option of a choice, however many effects could run", .deep(70, small: 30))
  func manyOptions() async {
    let count = Deep.size
    let ended = Locked(0)
    let issues = await IssueCollector.issues {
      // The last option of the first choice is the test; the run in order has no deviation.
      await exploreSchedules(.all(deviations: 1, limit: 1 + count + 1)) {
        ended.withLock { $0 = 0 }
        let store = TestStore(initialState: 0) {
          Reduce<Int, Bool> { _, _ in
            .merge(
              (0..<count).map { _ in
                .run { _ in
                  await Task.yield()
                  ended.withLock { $0 += 1 }
                }
              })
          }
        }
        await store.send(true)
        if ended.withLock({ $0 }) == 0 { store.expect { $0 = 1 } }
        await store.finish()
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first.map(Self.deviations) == ["the test before effect #1"])
  }

  @Test("tells the final states and how to get to each, and the orders that never came")
  func outcomes() async {
    let report = await exploreSchedules(.all(deviations: 1)) { await Self.start(.current) }
    #expect(report.finalStates.count == 2)
    #expect(report.ordersNeverSeen == [".early before .start", ".late before .start"])
  }

  @Test("prints the deviations of the first one that fails, and how to run it again")
  func printed() async throws {
    let race = Race(kind: .steps, rounds: 1)
    let issues = await IssueCollector.issues {
      await exploreSchedules(.all(deviations: 1)) { await race.test(.current) }
    }
    let issue = try #require(issues.first)
    let deviating = #".deviating("the test before effect #1")"#
    #expect(issue.hasPrefix("The schedule \(deviating) fails: '\\State.races' is not what was"))
    #expect(
      issue.contains("\n\nIt deviates from the default order:\n\nthe test before effect #1\n\n")
    )
    #expect(issue.hasSuffix("\n\nTo run it alone, give the test store 'schedule: \(deviating)'."))
  }

  /// The deviations that a failure prints.
  private static func deviations(_ issue: String) -> [Substring] {
    let lines = issue.split(separator: "\n")
    let first = lines.firstIndex(of: "It deviates from the default order:").map { $0 + 1 }
    return lines[(first ?? lines.endIndex)...].prefix { $0 != "Under this schedule:" }
      .filter { !$0.hasPrefix("(time n: ") }
  }
}

// MARK: - Fixtures

/// Fails if the late one of two things comes first, in each of some rounds.
struct Race: Reducer {
  enum Kind: CaseIterable {
    /// Two effects go on by themselves.
    case jobs
    /// Two effects sleep until the same time.
    case clock
    /// An effect goes on, and the test sends an action.
    case steps
  }

  struct State: Equatable {
    /// Whether the early one has come, in this round.
    var hasEarlyCome = false
    /// In how many rounds the late one came first.
    var races = 0
  }

  enum Action { case start(Int), early, late }

  let kind: Kind
  let rounds: Int
  var isFixed = false
  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let round):
      state.hasEarlyCome = false
      let early = effect(.early, round)
      if kind == .steps { return early }
      if isFixed { return .concatenate(early, effect(.late, round)) }
      return .merge(early, effect(.late, round))
    case .early: state.hasEarlyCome = true
    case .late: if !state.hasEarlyCome, !isFixed { state.races += 1 }
    }
    return .none
  }

  private func effect(_ action: Action, _ round: Int) -> Effect<Action> {
    .run { [clock] send in
      if kind == .clock {
        try await clock.sleep(for: .seconds(1))
      } else {
        await Task.yield()
      }
      await send(action)
    }
  }

  @MainActor func test(_ schedule: Schedule) async {
    let store = TestStore(initialState: State(), schedule: schedule) { self }
    store.exhaustivity = .off
    for round in 0..<rounds {
      await store.send(.start(round))
      switch kind {
      case .jobs: break
      case .clock: await store.advance(by: .seconds(isFixed ? 2 : 1))
      case .steps: await store.send(.late)
      }
      // All of a round happens before the next one.
      await store.finish()
    }
    if store.state.races == rounds { store.expect(\.races, 0) }
  }
}

/// Starts effects that yield so often.
private struct Waiting: Reducer {
  func reduce(into state: inout Int, action: [Int]) -> Effect<[Int]> {
    .merge(
      action.map { count in
        .run { _ in
          for _ in 0..<count { await Task.yield() }
        }
      })
  }
}
