/// Writes a value as lines of text, so that values can be compared line by line.
///
/// What has no order of its own, as a set, is written in the order of its text. An object is written
/// out once; where it occurs again it is only named, which also ends cycles.
struct ValueText {
  private var objects: Set<ObjectIdentifier> = []

  static func lines(_ value: Any) -> [String] {
    var text = ValueText()
    return text.lines(of: value)
  }

  private mutating func lines(of value: Any) -> [String] {
    if let text = value as? String { return Self.lines(ofString: text) }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty, mirror.superclassMirror == nil { return [Self.leaf(value, mirror)] }
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { lines(of: $0.value) } ?? ["nil"]
    case .enum: return lines(ofEnum: mirror)
    case .tuple: return block("(", members(of: mirror), ")")
    case .collection: return block("[", mirror.children.map { lines(of: $0.value) }, "]")
    case .set: return block("[", sorted(mirror.children.map { lines(of: $0.value) }), "]")
    case .dictionary: return block("[", sorted(mirror.children.map { entry($0.value) }), "]")
    case .class: return lines(ofObject: value as AnyObject, mirror)
    default:
      if Self.isOpaque(mirror) { return [String(describing: value)] }
      return block("\(mirror.subjectType)(", members(of: mirror), ")")
    }
  }

  // MARK: - Kinds of values

  private static func leaf(_ value: Any, _ mirror: Mirror) -> String {
    switch mirror.displayStyle {
    case .enum: ".\(value)"
    case .optional: "nil"
    case .collection, .set: "[]"
    case .dictionary: "[:]"
    case .struct where !(value is any CustomStringConvertible): "\(mirror.subjectType)()"
    case .class: "\(mirror.subjectType)()"
    default: String(describing: value)
    }
  }

  /// The standard library's and Foundation's own types are better described than reflected.
  private static func isOpaque(_ mirror: Mirror) -> Bool {
    let name = String(reflecting: mirror.subjectType)
    return name.hasPrefix("Foundation") || name.hasPrefix("Swift.")
  }

  private static func lines(ofString text: String) -> [String] {
    guard text.contains("\n") else { return [text.debugDescription] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return [#"""""#] + lines.map(String.init) + [#"""""#]
  }

  private mutating func lines(ofEnum mirror: Mirror) -> [String] {
    guard let child = mirror.children.first else { return [] }
    let name = ".\(child.label ?? "")("
    let payload = Mirror(reflecting: child.value)
    if payload.displayStyle == .tuple { return block(name, members(of: payload), ")") }
    return block(name, [lines(of: child.value)], ")")
  }

  private mutating func lines(ofObject object: AnyObject, _ mirror: Mirror) -> [String] {
    let name = "\(mirror.subjectType)"
    guard objects.insert(ObjectIdentifier(object)).inserted else { return ["\(name)(as above)"] }
    var inherited: [[String]] = []
    var next = mirror.superclassMirror
    while let mirror = next {
      inherited = members(of: mirror) + inherited
      next = mirror.superclassMirror
    }
    return block("\(name)(", inherited + members(of: mirror), ")")
  }

  // MARK: - Members

  private mutating func members(of mirror: Mirror) -> [[String]] {
    mirror.children.map { child in
      let isNamed = child.label.map { !$0.hasPrefix(".") } ?? false
      return Self.prefix(isNamed ? "\(child.label ?? ""): " : "", lines(of: child.value))
    }
  }

  private mutating func entry(_ pair: Any) -> [String] {
    let children = Array(Mirror(reflecting: pair).children)
    guard children.count == 2 else { return lines(of: pair) }
    let key = lines(of: children[0].value).joined(separator: " ")
    return Self.prefix("\(key): ", lines(of: children[1].value))
  }

  private func sorted(_ members: [[String]]) -> [[String]] {
    members.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func prefix(_ prefix: String, _ lines: [String]) -> [String] {
    guard let first = lines.first else { return [prefix] }
    return [prefix + first] + lines.dropFirst()
  }

  /// Members between brackets: on a line each, or on one line if there is only one and it is short.
  private func block(_ open: String, _ members: [[String]], _ close: String) -> [String] {
    if members.isEmpty { return [open + close] }
    if members.count == 1, members[0].count == 1, members[0][0].count < 40 {
      return [open + members[0][0] + close]
    }
    return [open] + members.flatMap { $0 }.map { "  \($0)" } + [close]
  }
}
