import RatchetTesting
import TestSupport

@Suite("The schedule of a clock")
struct ClockScheduleTests {
  @Test("wakes by deadline, then in the order of going to sleep")
  func order() {
    var schedule = ClockSchedule<String>(now: .zero)
    for (number, (name, seconds)) in [("b", 2), ("a", 1), ("c", 2), ("d", 3)].enumerated() {
      let isAsleep = schedule.add(name, number: number, until: .seconds(seconds))
      #expect(isAsleep)
    }
    #expect(schedule.nextDeadline == .seconds(1))
    #expect(schedule.move(to: .seconds(2)) == ["a", "b", "c"])
    #expect(schedule.now == .seconds(2))
    #expect(schedule.entries.map(\.sleeper) == ["d"])
  }

  @Test("lets nobody sleep until a time that has come")
  func past() {
    var schedule = ClockSchedule<String>(now: .seconds(5))
    let isAsleep = schedule.add("late", number: 1, until: .seconds(5))
    #expect(!isAsleep)
    #expect(schedule.entries.isEmpty)
  }

  @Test("never moves time back")
  func monotonic() {
    var schedule = ClockSchedule<String>(now: .seconds(5))
    #expect(schedule.move(to: .seconds(3)).isEmpty)
    #expect(schedule.now == .seconds(5))
  }

  @Test("removes one sleeper and leaves the others")
  func removal() {
    var schedule = ClockSchedule<String>(now: .zero)
    _ = schedule.add("first", number: 1, until: .seconds(1))
    _ = schedule.add("second", number: 2, until: .seconds(1))
    #expect(schedule.remove(number: 1) == "first")
    #expect(schedule.remove(number: 1) == nil)
    #expect(schedule.move(to: .seconds(1)) == ["second"])
    #expect(schedule.nextDeadline == nil)
  }

  @Test("wakes random sleepers as a sorted list does", .seeds(100))
  func random() {
    var random = SeededRandom(Seeds.current)
    var schedule = ClockSchedule<Int>(now: .zero)
    var model: [(number: Int, deadline: Int)] = []
    for number in 0..<50 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let deadline = Int.random(in: 1...20, using: &random)
        if schedule.add(number, number: number, until: .seconds(deadline)) {
          model.append((number, deadline))
        } else {
          #expect(.seconds(deadline) <= schedule.now)
        }
      case 2:
        guard let victim = model.randomElement(using: &random) else { continue }
        #expect(schedule.remove(number: victim.number) == victim.number)
        model.removeAll { $0.number == victim.number }
      default:
        let time = Int.random(in: 1...20, using: &random)
        let due = model.filter { .seconds($0.deadline) <= max(schedule.now, .seconds(time)) }
          .sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        #expect(schedule.move(to: .seconds(time)) == due.map(\.number))
        model.removeAll { entry in due.contains { $0.number == entry.number } }
      }
      #expect(schedule.entries.count == model.count)
    }
  }
}
