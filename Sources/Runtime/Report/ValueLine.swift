/// Writes a value on one line, in bounded length and time, to name an action, an error or an id in
/// a message.
///
/// The text is that of `print`, but with short type names, and without parts that are deep, long or
/// many. `ValueLine` never visits more of a value than it writes.
package struct ValueLine {
  private var text = ""
  /// The number of characters that still fit.
  private var room = longest
  private var isCut = false
  private var depth = 0

  /// The length of the longest text, without the mark for omitted parts.
  package static var longest: Int { 300 }
  private static var maxDepth: Int { 8 }
  private static var maxElements: Int { 20 }
  private static var maxStringLength: Int { 200 }

  /// The value as `print` writes it: a string without quotation marks, an enum with its case's
  /// name.
  package static func text(_ value: Any) -> String {
    if let string = value as? any StringProtocol { return cut(String(string.scalars(longest + 1))) }
    return written(value, dot: "")
  }

  /// The value with the name of its type, which identifies a cancel id.
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

  /// Writes the value; `dot` comes before the name of an enum case, if the value is one.
  private static func written(_ value: Any, dot: String) -> String {
    var line = ValueLine()
    line.write(value, dot: dot)
    return line.text
  }

  // MARK: - Kinds of values

  private mutating func write(_ value: Any, dot: String = ".") {
    if isCut { return }
    let type = boxedType(of: value)
    if case .variable = TypeShape(of: type) { return append("\(type)") }
    if type == AnyHashable.self, let value = value as? AnyHashable { return write(value.base) }
    if let string = value as? any StringProtocol { return append(string: string) }
    if depth == Self.maxDepth { return append("...") }
    depth += 1
    defer { depth -= 1 }
    write(value, Mirror(reflecting: value), dot)
  }

  private mutating func write(_ value: Any, _ mirror: Mirror, _ dot: String) {
    switch mirror.displayStyle {
    // Before the custom description, which would write all elements.
    case .collection: list(mirror) { $0.write($1.value) }
    case .set: list(mirror) { $0.write($1.value) }
    case .dictionary: list(mirror, empty: "[:]") { $0.write(entry: $1.value) }
    case .optional: write(optional: mirror)
    case _ where value is any CustomStringConvertible || value is any CustomDebugStringConvertible:
      append(Self.description(of: value))
    case .enum: write(enum: value, mirror, dot)
    case .tuple: append("(", ")") { $0.members(of: mirror) }
    case .class: append("\(mirror.subjectType)")
    case .struct where Self.isOpaque(mirror): append(String(describing: value))
    default: append("\(mirror.subjectType)(", ")") { $0.members(of: mirror) }
    }
  }

  /// Whether a value is to be written by its description and not by its members: that reads better
  /// for types of the standard library and Foundation.
  package static func isOpaque(_ mirror: Mirror) -> Bool {
    let name = String(reflecting: mirror.subjectType)
    return name.hasPrefix("Foundation") || name.hasPrefix("Swift.")
  }

  private static func description(of value: Any) -> String {
    if let character = value as? Character { return character.debugDescription }
    return String(describing: value)
  }

  private mutating func write(optional mirror: Mirror) {
    guard let value = mirror.children.first?.value else { return append("nil") }
    append("Optional(", ")") { $0.write(value) }
  }

  private mutating func write(enum value: Any, _ mirror: Mirror, _ dot: String) {
    guard let child = mirror.children.first else {
      let name = "\(value)"
      // A value without a case name, such as a C enum, is written with its type.
      return append(name.contains("(") ? name : dot + name)
    }
    append(dot + (child.label ?? "") + "(", ")") { line in
      if case .tuple = TypeShape(of: boxedType(of: child.value)) {
        line.members(of: Mirror(reflecting: child.value))
      } else {
        line.write(child.value)
      }
    }
  }

  // MARK: - Parts of values

  private mutating func members(of mirror: Mirror) {
    separate(mirror.children.prefix(Self.maxElements)) { line, child in
      if let label = child.label, !label.hasPrefix(".") { line.append("\(label): ") }
      line.write(child.value)
    }
    if mirror.children.dropFirst(Self.maxElements).first != nil { append(", ...") }
  }

  private mutating func list(
    _ mirror: Mirror, empty: String = "[]", _ write: (inout Self, Mirror.Child) -> Void
  ) {
    let count = mirror.children.count
    if count == 0 { return append(empty) }
    append("[", "]") { line in
      let isOrdered = mirror.displayStyle == .collection
      // The choice of elements must not depend on hashes.
      if !isOrdered, count > Self.maxElements { return line.append("\(count) elements") }
      let children =
        isOrdered ? Array(mirror.children.prefix(Self.maxElements)) : Self.sorted(mirror)
      line.separate(children, write)
      if count > Self.maxElements { line.append(", ... \(count - Self.maxElements) more") }
    }
  }

  /// The elements of a set or the entries of a dictionary, in an order that does not depend on
  /// hashes.
  private static func sorted(_ mirror: Mirror) -> [Mirror.Child] {
    let pairs = mirror.children.map { child in
      let isEntry = mirror.displayStyle == .dictionary
      let key: Any? = isEntry ? Mirror(reflecting: child.value).children.first?.value : nil
      return (key: key ?? child.value, value: child.value)
    }
    return inOrder(pairs) { [written($0, dot: ".")] }.map { (label: nil, value: $0.value) }
  }

  /// Sorts pairs by their keys, or else by the texts that `lines` gives for the keys, so that the
  /// order does not depend on hashes.
  package static func inOrder(
    _ pairs: [(key: Any, value: Any)], _ lines: (_ key: Any) -> [String]
  ) -> [(key: Any, value: Any)] {
    if let first = pairs.first?.key as? any Comparable, let sorted = sort(pairs, like: first) {
      return sorted
    }
    return pairs.map { (pair: $0, lines: lines($0.key)) }
      .sorted { $0.lines.lexicographicallyPrecedes($1.lines) }.map(\.pair)
  }

  /// Sorts by keys of a comparable type; returns `nil` if not all keys have this type.
  private static func sort<Key: Comparable>(
    _ pairs: [(key: Any, value: Any)], like key: Key
  ) -> [(key: Any, value: Any)]? {
    let keyed = pairs.compactMap { pair in (pair.key as? Key).map { (key: $0, pair: pair) } }
    guard keyed.count == pairs.count else { return nil }
    return keyed.sorted { $0.key < $1.key }.map(\.pair)
  }

  private mutating func write(entry: Any) {
    let pair = Mirror(reflecting: entry).children.map(\.value)
    guard pair.count == 2 else { return }
    write(pair[0])
    append(": ")
    write(pair[1])
  }

  private mutating func separate(
    _ children: some Sequence<Mirror.Child>, _ write: (inout Self, Mirror.Child) -> Void
  ) {
    var isFirst = true
    for child in children where !isCut {
      if !isFirst { append(", ") }
      isFirst = false
      write(&self, child)
    }
  }

  // MARK: - Text

  private mutating func append(string: some StringProtocol) {
    let start = String(string.scalars(Self.maxStringLength))
    append(start.debugDescription)
    if start.utf8.count < string.utf8.count { append("... (\(string.utf8.count) bytes)") }
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
  /// The first Unicode scalars, since a single character may be as long as the text.
  package func scalars(_ count: Int) -> String.UnicodeScalarView {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: unicodeScalars.prefix(count))
    return scalars
  }
}
