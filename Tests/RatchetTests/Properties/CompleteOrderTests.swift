import RatchetTesting
import TestSupport

@MainActor @Suite("The orders that schedules show", .serialized)
struct CompleteOrderTests {
  @Test("are all that a store can show, for every program of up to five steps")
  func enumerated() async {
    let programs = (1...5).flatMap { Overlap.programs(steps: $0) }
    #expect(programs.count == 1_364)
    // All of them in release, a tenth in debug, as for seeds.
    let stride = max(1, 1_000 / Int(Seeds.count))
    for index in Swift.stride(from: 0, to: programs.count, by: stride) {
      await Self.compare(programs[index])
    }
  }

  @Test("are all that a store can show, for random programs", .seeds())
  func random() async {
    await Self.compare(Overlap.random(seed: Seeds.current))
  }

  @Test("are all reached by exploration, which runs no schedule twice", .seeds(20))
  func explored() async {
    let program = Overlap.random(seed: Seeds.current)
    var shown: Set<[String]> = []
    var schedules: Set<Schedule> = []
    let report = await exploreSchedules(.all(deviations: 100, limit: 2_000)) { schedule in
      schedules.insert(schedule)
      shown.insert(await program.run(schedule))
    }
    #expect(report.count == schedules.count)
    #expect(shown.isSubset(of: program.orders))
    if report.isComplete { #expect(shown == program.orders) }
  }

  @Test("would differ if a schedule could not let one effect run far ahead of another")
  func teeth() {
    let program = Overlap(
      effects: [[.suspend, .send], [.suspend, .suspend, .suspend, .send]], isMerged: true)
    #expect(program.orders == [["0.1", "1.3"], ["1.3", "0.1"]])
    let overlapping = Overlap(effects: [[.suspend, .note], [.note]], isMerged: false)
    #expect(overlapping.orders == [["0.1", "1.0"], ["1.0", "0.1"]])
  }

  private static func compare(_ program: Overlap) async {
    let possible = program.orders
    var shown: Set<[String]> = []
    for schedule in Schedule.seeds(30_000) {
      if shown == possible { return }
      let order = await program.run(schedule)
      shown.insert(order)
      if !possible.contains(order) { break }
    }
    #expect(shown == possible, "\(program)")
  }
}

// MARK: - Fixtures

/// Some effects whose steps a store may interleave.
private struct Overlap: Reducer, CustomStringConvertible {
  enum Step: String, CaseIterable {
    case suspend
    case send
    /// Writes into the log, without an action.
    case note
  }

  enum Action { case start(Int?), step(String) }

  typealias State = Int

  let effects: [[Step]]
  /// All effects are started by one action of the test, and not each by its own.
  let isMerged: Bool
  let log = Locked<[String]>([])

  var description: String {
    "\(isMerged ? "merged" : "each") \(effects.map { $0.map(\.rawValue) })"
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start(let index):
      return .merge(effects.indices.filter { index == nil || index == $0 }.map(effect))
    case .step(let label):
      log.withLock { $0.append(label) }
      return .none
    }
  }

  private func effect(_ index: Int) -> Effect<Action> {
    .run { send in
      for (number, step) in effects[index].enumerated() {
        let label = "\(index).\(number)"
        switch step {
        case .suspend: await Task.yield()
        case .send: await send(.step(label))
        case .note: log.withLock { $0.append(label) }
        }
      }
    }
  }

  /// What a test store with this schedule shows.
  @MainActor func run(_ schedule: Schedule) async -> [String] {
    log.withLock { $0 = [] }
    let store = TestStore(initialState: 0, schedule: schedule) { self }
    store.exhaustivity = .off
    if isMerged {
      await store.send(.start(nil))
    } else {
      for index in effects.indices { await store.send(.start(index)) }
    }
    await store.finish()
    return log.withLock { $0 }
  }

  // MARK: - The model

  private struct Progress: Hashable {
    var done: [Int]
    var started = 0
    var log: [String] = []
  }

  /// What a store can show: whoever is suspended may go on next, or the test if it has not ended.
  var orders: Set<[String]> {
    var orders: Set<[String]> = []
    var seen: Set<Progress> = []
    var left = [Progress(done: effects.map { _ in 0 })]
    while let progress = left.popLast() {
      guard seen.insert(progress).inserted else { continue }
      let next = successors(of: progress)
      left += next
      if next.isEmpty { orders.insert(progress.log) }
    }
    return orders
  }

  private func successors(of progress: Progress) -> [Progress] {
    var next: [Progress] = []
    if progress.started < effects.count {
      var started = progress
      repeat {
        started.started += 1
        goOn(started.started - 1, in: &started)
      } while isMerged && started.started < effects.count
      next.append(started)
    }
    for index in 0..<progress.started where progress.done[index] < effects[index].count {
      var advanced = progress
      goOn(index, in: &advanced)
      next.append(advanced)
    }
    return next
  }

  /// Lets one effect run to its next suspension.
  private func goOn(_ index: Int, in progress: inout Progress) {
    while progress.done[index] < effects[index].count {
      let number = progress.done[index]
      progress.done[index] += 1
      if effects[index][number] == .suspend { return }
      progress.log.append("\(index).\(number)")
    }
  }

  // MARK: - Programs

  /// All programs of so many steps that suspend and send, cut into effects in every way.
  static func programs(steps count: Int) -> [Overlap] {
    (0..<1 << count).flatMap { kinds in
      (0..<1 << (count - 1)).flatMap { cuts in
        var effects: [[Step]] = [[]]
        for step in 0..<count {
          effects[effects.count - 1].append(kinds >> step & 1 == 0 ? .suspend : .send)
          if step < count - 1, cuts >> step & 1 == 1 { effects.append([]) }
        }
        return [true, false].map { Overlap(effects: effects, isMerged: $0) }
      }
    }
  }

  static func random(seed: UInt64) -> Overlap {
    var random = SeededRandom(seed)
    let effects = (0..<(2 + random.number(below: 2))).map { _ in
      (0..<(1 + random.number(below: 4))).map { _ in Step.allCases[random.number(below: 3)] }
    }
    return Overlap(effects: effects, isMerged: random.chance(50))
  }
}
