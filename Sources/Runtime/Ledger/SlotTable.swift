/// Stores entries that are found by number, for the ledger and its table of feature paths.
///
/// A removed entry becomes vacant, and a later entry takes its number: a number alone does not tell
/// the two apart. The table keeps the memory of its largest size.
struct SlotTable<Entry> {
  private var entries: ContiguousArray<Entry>
  private var vacant: [Int32] = []

  init(_ entries: Entry...) {
    self.entries = ContiguousArray(entries)
  }

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
    return Int32(entries.count - 1)
  }

  /// Makes an entry vacant.
  mutating func vacate(_ number: Int32) {
    vacant.append(number)
  }
}
