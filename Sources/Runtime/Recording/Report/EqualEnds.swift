/// Counts the equal elements at the start and at the end of two long values, which need not be
/// written to show how the values differ.
///
/// Used by `ValueText` for collections and texts. Does not count the equal elements next to
/// the difference: these are written as its context.
struct EqualEnds {
  /// The number of equal elements at the start that need not be written.
  private(set) var start = 0
  /// The number of equal elements at the end that need not be written.
  private(set) var end = 0

  /// Compares the elements of two values; counts nothing if `other` is `nil`.
  ///
  /// `context` is the number of equal elements next to the difference that are not counted.
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
