/// The lengths of the equal start and end of two long values, which need not be written to show how
/// they differ.
///
/// Some of it is always written, as context for the difference.
struct EqualEnds {
  private(set) var start = 0
  private(set) var end = 0

  static let none = EqualEnds()

  private init() {}

  // MARK: - Collections

  private static var longCollection: Int { 200 }
  private static var neighbors: Int { 4 }

  /// Compares collections of unknown types; short ones, and those without random access, are
  /// written in full.
  static func ofElements(_ one: Any, _ other: Any) -> EqualEnds {
    guard let one = one as? any RandomAccessCollection else { return .none }
    return ofElements(of: one, other)
  }

  private static func ofElements<C: RandomAccessCollection>(of one: C, _ other: Any) -> EqualEnds {
    guard let other = other as? C, max(one.count, other.count) > longCollection else {
      return .none
    }
    let areEqual = equality(of: C.Element.self)
    var ends = EqualEnds()
    let shorter = min(one.count, other.count)
    for (element, counterpart) in zip(one, other) {
      guard areEqual(element, counterpart) else { break }
      ends.start += 1
    }
    for (element, counterpart) in zip(one.reversed(), other.reversed()) {
      guard ends.start + ends.end < shorter, areEqual(element, counterpart) else { break }
      ends.end += 1
    }
    ends.start = max(0, ends.start - neighbors)
    ends.end = max(0, ends.end - neighbors)
    return ends
  }

  /// How to compare elements; the type's `==`, if any, is looked up once rather than for each
  /// element.
  private static func equality<Element>(of type: Element.Type) -> (Element, Element) -> Bool {
    func equality<Known: Equatable>(of type: Known.Type) -> (Element, Element) -> Bool {
      { ($0 as? Known) == ($1 as? Known) }
    }
    guard let type = type as? any Equatable.Type else { return { ValueEquality.areEqual($0, $1) } }
    return equality(of: type)
  }

  // MARK: - Texts

  private static var bytesAround: Int { 400 }
  private static var linesAround: Int { 4 }

  /// Compares texts; the result is in bytes.
  static func ofTexts(_ one: String, _ other: String) -> EqualEnds {
    let shorter = min(one.utf8.count, other.utf8.count)
    var ends = EqualEnds()
    ends.start = longest(upTo: shorter) { one.start($0, $1) == other.start($0, $1) }
    ends.end = longest(upTo: shorter - ends.start) { one.end($0, $1) == other.end($0, $1) }
    ends.start -= around(one.utf8.prefix(ends.start).reversed())
    ends.end -= around(one.utf8.suffix(ends.end))
    return ends
  }

  /// The largest length up to which everything is equal.
  ///
  /// Compares longer and longer parts, then shorter ones: the standard library compares parts of
  /// texts much faster than the bytes of texts that may not be contiguous.
  private static func longest(upTo limit: Int, isEqual: (Int, Int) -> Bool) -> Int {
    var low = 0
    var step = 64
    while low < limit, isEqual(low, min(low + step, limit)) {
      low = min(low + step, limit)
      step *= 2
    }
    var high = min(low + step, limit)
    while low < high {
      let middle = (low + high + 1) / 2
      if isEqual(low, middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The number of bytes to keep as context on one side of a difference: some lines, if they are
  /// not too long.
  private static func around(_ bytes: some Sequence<UInt8>) -> Int {
    var count = 0
    var lines = 0
    for byte in bytes.prefix(bytesAround) {
      if byte == UInt8(ascii: "\n") { lines += 1 }
      if lines == linesAround { break }
      count += 1
    }
    return count
  }
}

extension String {
  fileprivate func start(_ low: Int, _ high: Int) -> Substring {
    self[index(atByte: low)..<index(atByte: high)]
  }

  fileprivate func end(_ low: Int, _ high: Int) -> Substring {
    self[index(atByte: utf8.count - high)..<index(atByte: utf8.count - low)]
  }

  /// The position of a byte, or of the Unicode scalar that contains it.
  func index(atByte offset: Int) -> Index {
    var index = utf8.index(utf8.startIndex, offsetBy: offset)
    while index < endIndex, utf8[index] & 0b1100_0000 == 0b1000_0000 {
      index = utf8.index(before: index)
    }
    return index
  }
}
