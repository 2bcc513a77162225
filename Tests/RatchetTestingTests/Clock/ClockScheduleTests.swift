import RatchetTesting
import TestSupport

@Suite("The schedule of a clock")
struct ClockScheduleTests {
  @Test("wakes random sleepers as a sorted list does", .seeds(100))
  func random() {
    var random = SeededRandom(Seeds.current)
    var schedule = ClockSchedule<Int>(now: .zero)
    var now = Duration.zero
    var model: [(number: Int, deadline: Int)] = []
    for number in 0..<50 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let deadline = Int.random(in: 1...20, using: &random)
        let isAsleep = schedule.add(number, number: number, until: .seconds(deadline))
        #expect(isAsleep == (.seconds(deadline) > now))
        if isAsleep { model.append((number, deadline)) }
      case 2:
        guard let victim = model.randomElement(using: &random) else { continue }
        #expect(schedule.remove(number: victim.number) == victim.number)
        #expect(schedule.remove(number: victim.number) == nil)
        model.removeAll { $0.number == victim.number }
      default:
        let time = Int.random(in: 1...20, using: &random)
        now = max(now, .seconds(time))
        let due = model.filter { .seconds($0.deadline) <= now }
          .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        #expect(schedule.move(to: .seconds(time)) == due.map(\.number))
        model.removeAll { entry in due.contains { $0.number == entry.number } }
      }
      #expect(schedule.now == now)
      #expect(schedule.nextDeadline == model.map(\.deadline).min().map { .seconds($0) })
      #expect(schedule.entries.count == model.count)
    }
  }
}
