import Ratchet

// How `ValueText` writes strings. `other` is the string with which `text` is compared: if one of
// them is long, their equal start and end are not written, only counted.
extension ValueText {
  /// The length in bytes beyond which a text is compared with its counterpart, and cut.
  private static var longText: Int { 1_000 }
  /// The most bytes of a long text to write.
  private static var maxBytes: Int { 200_000 }
  /// The number of equal bytes that are written before and after a difference.
  private static var bytesAround: Int { 400 }

  /// The lines of a text: several lines are written as they are, a single one is escaped.
  mutating func lines(ofString text: String, beside other: String?) -> [String] {
    if text.utf8.count > Self.longText || (other?.utf8.count ?? 0) > Self.longText {
      return lines(ofLong: text, beside: other)
    }
    guard text.contains("\n" as Character) else { return [text.debugDescription] }
    let lines = text.split(separator: "\n" as Character, omittingEmptySubsequences: false)
    return [#"""""#] + lines.map(String.init) + [#"""""#]
  }

  /// The custom description of a value, treated like a text if it is long.
  ///
  /// If `other` differs and has the same description, or `isExact` is true, the value is written
  /// exactly where its type allows it.
  mutating func description(of value: Any, beside other: Any?) -> [String] {
    let text = String(describing: value)
    /// Whether the description hides the difference; `nil` without another value.
    let isSame = other.map {
      text == String(describing: $0) && !ValueEquality.areEqual(value, $0)
    }
    if isExact || isSame == true, let lines = exactLines(of: value, beside: other) { return lines }
    if text.utf8.count <= Self.longText { return [text] }
    return lines(ofLong: text, beside: other.map { String(describing: $0) })
  }

  /// The part of a long text that may differ from the other text, cut if it is still too long.
  private mutating func lines(ofLong text: String, beside other: String?) -> [String] {
    let bytes = Array(text.utf8)
    let ends = EqualEnds(bytes, other.map { Array($0.utf8) }, keeping: Self.bytesAround, by: ==)
    let count = bytes.count - ends.start - ends.end
    let shown = min(count, Self.maxBytes)
    let part = text[text.index(atByte: ends.start)..<text.index(atByte: ends.start + shown)]
    var lines = [#"""""#]
    if ends.start > 0 { lines.append("... (\(ends.start) equal bytes)") }
    let pieces = part.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines += pieces.map { cut(part[$0.startIndex..<$0.endIndex]) }
    if shown < count {
      isCut = true
      lines.append("... (\(count - shown) more bytes)")
    }
    if ends.end > 0 { lines.append("... (\(ends.end) equal bytes)") }
    return lines + [#"""""#]
  }

  /// Cuts a line of a long text if the line itself is long.
  private mutating func cut(_ line: Substring) -> String {
    let count = line.utf8.count
    if count <= Self.longText { return String(line) }
    isCut = true
    let start = String(line.scalars(Self.longText))
    return start + "... (\(count - start.utf8.count) more bytes)"
  }
}

extension String {
  /// The position of a byte, or of the Unicode scalar that contains it.
  fileprivate func index(atByte offset: Int) -> Index {
    var index = utf8.index(utf8.startIndex, offsetBy: offset)
    while index < endIndex, UTF8.isContinuation(utf8[index]) { index = utf8.index(before: index) }
    return index
  }
}
