import RatchetTesting
import TestSupport

@testable import Ratchet

@Suite("What a throttle remembers")
struct ThrottleTableTests {
  @Test("gives the decisions of a plain list of times, for random effects", .seeds())
  func model() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let clock = ManualClock()
    var throttles = Throttles()
    var begun: [String: Duration] = [:]
    var waiting: [String: Duration] = [:]
    for _ in 0..<100 {
      let row = random.number(below: 30)
      let name = "\(row)"
      switch random.number(below: 10) {
      case 0..<6:
        let latest = random.chance(50)
        let expected = Self.decide(clock.now.offset, begun[name], waiting[name], latest)
        let decision = throttles.enter(
          row, clock, latest: latest, isAnotherWaiting: waiting[name] != nil)
        // A deadline that is past and forgotten is as good as now.
        let isPast = waiting[name].map { $0 <= clock.now.offset } ?? false
        let isSame =
          decision == expected || (isPast && latest && decision == .waits(until: clock.now))
        #expect(isSame, "seed \(seed): \(decision), not \(expected)")
        if decision == .begins { begun[name] = clock.now.offset }
        if case .waits(let end) = decision { waiting[name] = end.offset }
      case 6..<8:
        // What waits begins some time after its deadline, or is cancelled.
        guard let end = waiting[name], end <= clock.now.offset else { continue }
        waiting[name] = nil
        if random.chance(30) { continue }
        throttles.recordBeginning(row, clock)
        begun[name] = clock.now.offset
      default: clock.move(to: clock.now.offset + .milliseconds(100 * random.number(below: 5)))
      }
    }
    clock.move(to: clock.now.offset + .seconds(1))
    // There are more than 16, so the first call may leave them for the second.
    for _ in 0..<2 { throttles.table.forgetPastBelowRoot() }
    #expect(throttles.table.subjects.isEmpty, "seed \(seed)")
    throttles.leaveForgotten()
    #expect(throttles.paths.count == 0, "seed \(seed): not each path that was kept is left")
  }

  @Test("never lets an effect begin while another one waits, whatever was forgotten")
  func forgotten() {
    let clock = ManualClock()
    var throttles = Throttles()
    _ = throttles.enter(0, clock)
    clock.move(to: .seconds(1))
    throttles.table.forgetPastBelowRoot()
    let decision = throttles.enter(0, clock, isAnotherWaiting: true)
    #expect(decision == .waits(until: clock.now))
  }

  @Test("is not more than what has happened lately")
  func size() {
    let clock = ManualClock()
    var throttles = Throttles()
    for row in 0..<1_000 {
      clock.move(to: .milliseconds(100 * row))
      _ = throttles.enter(row, clock)
    }
    #expect(throttles.table.subjects.count <= 32)
    throttles.leaveForgotten()
    #expect(throttles.paths.count == throttles.table.subjects.count)
  }

  @Test("is looked through in parts, and each action looks at 16 windows on average")
  func share() {
    let clock = CountingClock()
    var throttles = Throttles()
    for row in 0..<1_000 { _ = throttles.enter(row, clock) }
    let before = clock.count
    for _ in 0..<1_000 { throttles.table.forgetPastBelowRoot() }
    #expect(clock.count - before <= 16_000)
  }

  // MARK: - Fixtures

  private static func decide(
    _ now: Duration, _ begun: Duration?, _ waiting: Duration?, _ latest: Bool
  ) -> ThrottleTable.Decision<ManualClock.Instant> {
    if let waiting { return latest ? .waits(until: .init(offset: waiting)) : .isDropped }
    guard let begun, now < begun + .seconds(1) else { return .begins }
    return .waits(until: .init(offset: begun + .seconds(1)))
  }
}

/// Counts how often its time is read.
private struct CountingClock: Clock {
  let reads = Locked(0)
  let base = ManualClock()

  var now: ManualClock.Instant {
    reads.withLock { $0 += 1 }
    return base.now
  }
  var minimumResolution: Duration { base.minimumResolution }
  var count: Int { reads.withLock { $0 } }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

/// A table with the paths that it keeps in use: one for each row of a collection.
private struct Throttles {
  var table = ThrottleTable()
  private(set) var paths = PathTable()

  mutating func enter<C: Clock<Duration>>(
    _ row: Int, _ clock: C, latest: Bool = true, isAnotherWaiting: Bool = false
  ) -> ThrottleTable.Decision<C.Instant> {
    let subject = subject(row)
    defer { paths.release(subject.path) }
    let decision = table.decide(
      subject, clock, duration: .seconds(1), latest: latest, isAnotherWaiting: isAnotherWaiting)
    if decision == .begins { recordBeginning(row, clock) }
    return decision
  }

  mutating func recordBeginning(_ row: Int, _ clock: some Clock<Duration>) {
    table.recordBeginning(of: subject(row), clock, duration: .seconds(1))
  }

  mutating func leaveForgotten() {
    for forgotten in table.takeForgotten() { paths.release(forgotten.subject.path) }
  }

  /// The effects of a row with one id; keeps the path of the row in use.
  private mutating func subject(_ row: Int) -> CancelID {
    let component = PathComponent(label: "rows", position: 0, element: AnyID(row))
    return CancelID(AnyID("a"), at: paths.intern(component, under: .root))
  }
}
