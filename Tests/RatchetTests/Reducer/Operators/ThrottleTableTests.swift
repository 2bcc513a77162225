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
    var table = ThrottleTable()
    var begun: [String: Duration] = [:]
    var waiting: [String: Duration] = [:]
    for _ in 0..<100 {
      let row = random.number(below: 30)
      let name = "\(row)"
      let subject = Self.subject(row)
      switch random.number(below: 10) {
      case 0..<6:
        let latest = random.chance(50)
        let expected = Self.decide(clock.now.offset, begun[name], waiting[name], latest)
        let decision = table.decide(
          subject, clock, duration: .seconds(1), latest: latest,
          isAnotherWaiting: waiting[name] != nil)
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
        table.noteBeginning(of: subject, clock, duration: .seconds(1))
        begun[name] = clock.now.offset
      default: clock.move(to: clock.now.offset + .milliseconds(100 * random.number(below: 5)))
      }
    }
    clock.move(to: clock.now.offset + .seconds(1))
    table.forgetPast()
    #expect(table.count == 0, "seed \(seed)")
    #expect(!table.hasPaths, "seed \(seed)")
  }

  @Test("never lets an effect begin while another one waits, whatever was forgotten")
  func forgotten() {
    let clock = ManualClock()
    var table = ThrottleTable()
    _ = table.decide(
      Self.subject(0), clock, duration: .seconds(1), latest: true, isAnotherWaiting: false)
    clock.move(to: .seconds(1))
    table.forgetPast()
    let decision = table.decide(
      Self.subject(0), clock, duration: .seconds(1), latest: true, isAnotherWaiting: true)
    #expect(decision == .waits(until: clock.now))
  }

  @Test("is not more than what has happened lately")
  func size() {
    let clock = ManualClock()
    var table = ThrottleTable()
    for row in 0..<1_000 {
      clock.move(to: .milliseconds(100 * row))
      _ = table.decide(
        Self.subject(row), clock, duration: .seconds(1), latest: true, isAnotherWaiting: false)
    }
    #expect(table.count <= 32)
  }

  @Test("starts anew when the clock is one of another kind")
  func otherClock() {
    var table = ThrottleTable()
    let clocks: [any Clock<Duration>] = [ManualClock(), ContinuousClock()]
    for clock in clocks {
      #expect(Self.begins(&table, clock))
    }
  }

  // MARK: - Fixtures

  private static func begins(_ table: inout ThrottleTable, _ clock: some Clock<Duration>) -> Bool {
    table.decide(subject(0), clock, duration: .seconds(1), latest: true, isAnotherWaiting: false)
      == .begins
  }

  private static func subject(_ row: Int) -> ThrottleTable.Subject {
    .init(path: [PathComponent(label: "rows", position: 0, element: AnyID(row))], id: AnyID("a"))
  }

  private static func decide(
    _ now: Duration, _ begun: Duration?, _ waiting: Duration?, _ latest: Bool
  ) -> ThrottleTable.Decision<ManualClock.Instant> {
    if let waiting { return latest ? .waits(until: .init(offset: waiting)) : .isDropped }
    guard let begun, now < begun + .seconds(1) else { return .begins }
    return .waits(until: .init(offset: begun + .seconds(1)))
  }
}
