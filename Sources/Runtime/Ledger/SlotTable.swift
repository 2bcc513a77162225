/// Entries that are found by number.
///
/// The number of a vacant entry is used again.
///
/// Gives memory back that a peak has left: when three quarters of the entries that were in use have
/// become vacant, it gives up those at the end, if they are half of all. One that is in use keeps
/// its number, and with it those before. A table of less than 64 entries stays as it is.
struct SlotTable<Entry> {
  private var entries: ContiguousArray<Entry>
  private var vacant: [Int32] = []
  /// With how many vacant entries it looks next whether it can give some up.
  private var nextTrim = fewest

  private static var fewest: Int { 64 }

  init(_ entries: Entry...) {
    self.entries = ContiguousArray(entries)
  }

  /// One more than the highest number.
  var end: Int { entries.count }

  /// Whether all entries are vacant.
  var isEmpty: Bool { entries.count == vacant.count }

  /// Numbers of all entries, the vacant ones too.
  var numbers: Range<Int32> { 0..<Int32(entries.count) }

  subscript(number: Int32) -> Entry {
    get { entries[Int(number)] }
    _modify { yield &entries[Int(number)] }
  }

  /// The number of a vacant entry, which is as it was left; of a new one if there is none.
  mutating func occupy(orAppend new: @autoclosure () -> Entry) -> Int32 {
    if let last = vacant.popLast() { return last }
    entries.append(new())
    nextTrim = max(Self.fewest, entries.count / 4 * 3)
    return Int32(entries.count - 1)
  }

  /// Makes an entry vacant, and may release it.
  mutating func vacate(_ number: Int32) {
    vacant.append(number)
    if vacant.count >= nextTrim { trim() }
  }

  private mutating func trim() {
    var isVacant = [Bool](repeating: false, count: entries.count)
    for number in vacant { isVacant[Int(number)] = true }
    let end = isVacant.lastIndex(of: false).map { $0 + 1 } ?? 0
    if end <= entries.count / 2 {
      entries = ContiguousArray(entries[..<end])
      vacant = vacant.filter { $0 < end }
    }
    // A quarter of those that are in use now: so what looking takes is little for each vacancy,
    // also if nothing can be given up.
    let inUse = entries.count - vacant.count
    nextTrim = max(Self.fewest, vacant.count + max(1, inUse / 4 * 3))
  }
}
