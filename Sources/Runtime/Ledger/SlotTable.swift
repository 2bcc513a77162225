/// A table of entries that are found by number.
///
/// The numbers of vacant entries are reused.
///
/// Releases memory after a peak: when three quarters of the entries that were in use have become
/// vacant, it trims the vacant ones at the end, if they are at least half of all. An entry in use
/// keeps its number, and so keeps those before it. Below 64 entries, nothing is trimmed.
struct SlotTable<Entry> {
  private var entries: ContiguousArray<Entry>
  private var vacant: [Int32] = []
  /// The number of vacant entries at which it next tries to trim.
  private var nextTrim = minimumCount

  private static var minimumCount: Int { 64 }

  init(_ entries: Entry...) {
    self.entries = ContiguousArray(entries)
  }

  /// One more than the highest number.
  var end: Int { entries.count }

  /// Whether all entries are vacant.
  var isEmpty: Bool { entries.count == vacant.count }

  /// The numbers of all entries, including vacant ones.
  var numbers: Range<Int32> { 0..<Int32(entries.count) }

  subscript(number: Int32) -> Entry {
    get { entries[Int(number)] }
    _modify { yield &entries[Int(number)] }
  }

  /// Returns the number of a vacant entry, with its old contents, or of a new one if there is none.
  mutating func occupy(orAppend new: @autoclosure () -> Entry) -> Int32 {
    if let last = vacant.popLast() { return last }
    entries.append(new())
    nextTrim = max(Self.minimumCount, entries.count / 4 * 3)
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
    // A fraction of the entries now in use, so that the amortized cost of checking stays small even
    // if nothing can be trimmed.
    let inUse = entries.count - vacant.count
    nextTrim = max(Self.minimumCount, vacant.count + max(1, inUse / 4 * 3))
  }
}
