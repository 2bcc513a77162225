/// Writes a value on one line, in bounded length and time, to name an action, an error or an id in
/// a message.
///
/// The text is as from `print`, but with short type names, and without parts that are deep, long or
/// many. `ValueLine` never visits more of a value than it writes.
package struct ValueLine {
  private var text = ""
  /// The number of Unicode scalars that still fit.
  private var room = longest
  /// Whether the text is full: nothing more is written.
  private var isCut = false
  /// Whether a part was omitted because it is deep, long, or one of many.
  private var isShort = false
  /// The number of values around the current one.
  private var depth = 0
  /// Returns the text to write instead of a part; `nil` for most parts.
  private var replace: ((Any) -> String?)?

  /// The length of the longest text in Unicode scalars, without the mark for omitted parts.
  package static var longest: Int { 300 }
  private static var maxDepth: Int { 8 }
  /// The most members or elements of one value to write.
  private static var maxElements: Int { 20 }
  /// The most Unicode scalars of a string in a value.
  private static var maxStringLength: Int { 200 }

  /// The value as `print` writes it: a string without quotation marks, an enum with its case's
  /// name.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - replace: The text to write for a part instead; `nil` for most parts.
  /// - Returns: The text.
  package static func text(_ value: Any, replacing replace: ((Any) -> String?)? = nil) -> String {
    // One scalar more than fits, by which `cut` finds that the text is longer.
    if let string = value as? any StringProtocol { return cut(String(string.scalars(longest + 1))) }
    return written(value, dot: "", replace)
  }

  /// Whether the text of a value omits none of its parts.
  package static func isWhole(_ value: Any) -> Bool {
    var line = ValueLine()
    line.write(value)
    return !line.isShort && !line.isCut
  }

  /// The value, with `$0`, `$1` and so on for parts that equal the value with this index in `open`.
  ///
  /// Used by `CaseNames`, for a function that makes a case: the message shows which values it adds.
  static func text(_ value: Any, open: [Any?]) -> String {
    written(value, dot: "") { part in
      open.firstIndex { $0.map { CaseNames.isSame($0, part) } ?? false }.map { "$\($0)" }
    }
  }

  /// The value, after the name of its type if it is an enum: `CancelID.fetch`, for a cancel id.
  package static func named(_ value: Any) -> String {
    written(value, dot: "\(type(of: value)).")
  }

  /// A text, cut to the longest length.
  package static func cut(_ text: String) -> String {
    // ASCII text is by far the most frequent, and `utf8.count` takes constant time.
    if text.utf8.count <= longest { return text }
    let start = String(text.scalars(longest))
    return start.utf8.count == text.utf8.count ? text : start + "..."
  }

  /// Writes the value; `dot` (empty, `.`, or `Type.`) comes before the name of the case if the
  /// value is an enum.
  private static func written(
    _ value: Any, dot: String, _ replace: ((Any) -> String?)? = nil
  ) -> String {
    var line = ValueLine()
    line.replace = replace
    // A value inside an `AnyHashable` is written like a part of a value, with a dot alone.
    line.write(value, dot: boxedType(of: value) == AnyHashable.self ? "." : dot)
    return line.text
  }

  // MARK: - Kinds of values

  /// Writes a value or a part; see `written` for `dot`.
  private mutating func write(_ value: Any, dot: String = ".") {
    if isCut { return }
    if let text = replace?(value) { return append(text) }
    switch ValueNode(value) {
    case .function(let type): append(type)
    case .text(let text): append(string: text)
    case .other(let parts):
      if depth == Self.maxDepth { return append(omitted: "...") }
      depth += 1
      write(parts, dot)
      depth -= 1
    }
  }

  private mutating func write(_ parts: ValueParts, _ dot: String) {
    let value = parts.value
    switch parts.style {
    // Precedes the case of a custom description, which would write all elements.
    case .collection, .set, .dictionary: list(parts)
    case .optional:
      guard let value = parts.payload?.value else { return append("nil") }
      append("Optional(", ")") { $0.write(value) }
    case _ where value is any CustomStringConvertible || value is any CustomDebugStringConvertible:
      append((value as? Character)?.debugDescription ?? String(describing: value))
    case .enum:
      if let name = parts.caseName { return members(of: parts, "\(dot)\(name)(") }
      let name = "\(value)"
      // A C enum is printed with its type and without a case name: `Kind(rawValue: 1)`.
      append(name.contains("(") ? name : dot + name)
    case .tuple: members(of: parts, "(")
    case .class: append("\(parts.type)")
    case .struct where parts.isOpaque: append(String(describing: value))
    default: members(of: parts, "\(parts.type)(")
    }
  }

  // MARK: - Parts of values

  /// Writes the members of a struct, tuple, or payload, each with its label.
  private mutating func members(of parts: ValueParts, _ open: String) {
    append(open, ")") { line in
      let members = parts.parts
      line.separate(members.prefix(Self.maxElements)) { line, member in
        line.append(ValueParts.label(of: member))
        line.write(member.value)
      }
      if members.count > Self.maxElements { line.append(omitted: ", ...") }
    }
  }

  /// Writes the elements of a collection, in brackets.
  private mutating func list(_ parts: ValueParts) {
    let count = parts.parts.count
    let isDictionary = parts.style == .dictionary
    if count == 0 { return append(isDictionary ? "[:]" : "[]") }
    append("[", "]") { line in
      if parts.style == .collection {
        line.separate(parts.parts.prefix(Self.maxElements)) { $0.write($1.value) }
        let more = count - Self.maxElements
        if more > 0 { line.append(omitted: ", ... \(more) more") }
        return
      }
      // Only their number, because the choice of the first ones would depend on hashes.
      if count > Self.maxElements { return line.append(omitted: "\(count) elements") }
      let entries = ValueParts.inOrder(parts.entries) { [Self.written($0, dot: ".")] }
      line.separate(entries) { line, entry in
        if isDictionary {
          line.write(entry.key)
          line.append(": ")
        }
        line.write(entry.value)
      }
    }
  }

  /// Writes parts with commas between them.
  private mutating func separate<Part>(
    _ parts: some Sequence<Part>, _ write: (inout Self, Part) -> Void
  ) {
    var isFirst = true
    for part in parts where !isCut {
      if !isFirst { append(", ") }
      isFirst = false
      write(&self, part)
    }
  }

  // MARK: - Text

  /// Appends a string that is a part of the value, in quotation marks.
  private mutating func append(string: some StringProtocol) {
    let start = String(string.scalars(Self.maxStringLength))
    append(start.debugDescription)
    if start.utf8.count < string.utf8.count { append(omitted: "... (\(string.utf8.count) bytes)") }
  }

  /// Appends the mark for omitted parts.
  private mutating func append(omitted mark: String) {
    isShort = true
    append(mark)
  }

  private mutating func append(
    _ open: String, _ close: String, _ inside: (inout Self) -> Void
  ) {
    append(open)
    inside(&self)
    append(close)
  }

  /// Appends what fits; once nothing fits, only the mark for omitted parts.
  private mutating func append(_ string: String) {
    if isCut { return }
    let start = String(string.scalars(room))
    text += start
    room -= start.unicodeScalars.count
    isCut = start.utf8.count < string.utf8.count
    if isCut { text += "..." }
  }
}

extension StringProtocol {
  /// The first Unicode scalars: not characters, because a single one may be as long as the text.
  package func scalars(_ count: Int) -> String.UnicodeScalarView {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: unicodeScalars.prefix(count))
    return scalars
  }
}
