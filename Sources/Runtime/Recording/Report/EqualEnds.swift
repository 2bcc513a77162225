/// The lengths of the equal start and end of two long values, which need not be written to show how
/// they differ.
///
/// Some of it is always written, as context for the difference.
struct EqualEnds {
  private(set) var start = 0
  private(set) var end = 0

  init<Element>(
    _ one: [Element], _ other: [Element]?, keeping context: Int,
    by areEqual: (Element, Element) -> Bool
  ) {
    guard let other else { return }
    let shorter = min(one.count, other.count)
    while start < shorter, areEqual(one[start], other[start]) { start += 1 }
    while start + end < shorter, areEqual(one[one.count - 1 - end], other[other.count - 1 - end]) {
      end += 1
    }
    start = max(0, start - context)
    end = max(0, end - context)
  }
}
