/// Who sleeps until when: by deadline, then in the order in which they went to sleep.
package struct ClockSchedule<Sleeper> {
  package struct Entry {
    package let number: Int
    package let deadline: Duration
    package let sleeper: Sleeper
  }

  package private(set) var now: Duration
  /// Sorted by deadline, then by number.
  package private(set) var entries: [Entry] = []
  private var number = 0

  package init(now: Duration) {
    self.now = now
  }

  /// The earliest time at which somebody wakes.
  package var nextDeadline: Duration? { entries.first?.deadline }

  /// A number for the next sleeper.
  package mutating func nextNumber() -> Int {
    number += 1
    return number
  }

  /// Puts somebody to sleep; false if the time has come already.
  package mutating func add(_ sleeper: Sleeper, number: Int, until deadline: Duration) -> Bool {
    guard deadline > now else { return false }
    let entry = Entry(number: number, deadline: deadline, sleeper: sleeper)
    entries.insert(entry, at: position(after: deadline))
    return true
  }

  /// Takes one sleeper out before its time.
  package mutating func remove(number: Int) -> Sleeper? {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    return entries.remove(at: index).sleeper
  }

  /// Takes out all, whatever the time.
  package mutating func removeAll() -> [Sleeper] {
    defer { entries = [] }
    return entries.map { $0.sleeper }
  }

  /// Moves time, never back, and takes out all whose time has come.
  package mutating func move(to time: Duration) -> [Sleeper] {
    now = max(now, time)
    let count = position(after: now)
    defer { entries.removeFirst(count) }
    return entries[..<count].map { $0.sleeper }
  }

  /// The same, by a duration from the time that is shown.
  package mutating func move(by duration: Duration) -> [Sleeper] {
    move(to: now + duration)
  }

  /// The index behind all entries that are due at a time, by binary search.
  private func position(after deadline: Duration) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].deadline <= deadline { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
