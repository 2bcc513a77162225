/// Decides which sleeping tasks wake when a `TestClock` moves: holds the clock's time and its
/// sleepers, sorted by deadline, and by the order in which they slept.
///
/// A pure value, used by the clock under a lock. Wakes no task itself: the caller must wake the
/// sleepers that `move` returns, and cancel those that `remove` and `removeAll` return.
package struct ClockSchedule<Sleeper> {
  /// A sleeper with its deadline, and with a number by which the clock removes it when its sleep is
  /// cancelled.
  package struct Sleep {
    package let number: Int
    package let deadline: Duration
    package let sleeper: Sleeper
  }

  package private(set) var now: Duration
  /// Sorted by deadline; equal deadlines in the order in which they were added.
  package private(set) var entries: [Sleep] = []

  package init(now: Duration) {
    self.now = now
  }

  /// The earliest deadline.
  package var nextDeadline: Duration? { entries.first?.deadline }

  /// Adds a sleeper; returns false, without adding it, if its deadline has passed.
  package mutating func add(_ sleeper: Sleeper, number: Int, until deadline: Duration) -> Bool {
    guard deadline > now else { return false }
    let entry = Sleep(number: number, deadline: deadline, sleeper: sleeper)
    let position = position(after: deadline)
    // Appending makes no range of the array, unlike inserting: without this branch, each wake-up of
    // an effect that polls takes longer (benchmark `h-poll`).
    if position == entries.count {
      entries.append(entry)
    } else {
      entries.insert(entry, at: position)
    }
    return true
  }

  /// Removes one sleeper before its deadline; returns `nil` if it has been removed already.
  package mutating func remove(number: Int) -> Sleeper? {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    return entries.remove(at: index).sleeper
  }

  /// Removes all sleepers, whatever their deadlines.
  package mutating func removeAll() -> [Sleeper] {
    defer { entries = [] }
    return entries.map { $0.sleeper }
  }

  /// Moves time, but never back; removes and returns all sleepers that are due, in order.
  package mutating func move(to time: Duration) -> [Sleeper] {
    now = max(now, time)
    let count = position(after: now)
    if count == 0 { return [] }
    // The only sleeper is due. Makes no range of the array either (see `add`).
    if entries.count == 1 { return [entries.removeLast().sleeper] }
    defer { entries.removeFirst(count) }
    return entries[..<count].map { $0.sleeper }
  }

  /// The index after all entries that are due at a time, by binary search.
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
