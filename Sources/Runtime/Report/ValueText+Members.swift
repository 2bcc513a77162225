extension ValueText {
  /// The parts of a value, each with its label if it has one.
  mutating func members(of mirror: Mirror) -> [[String]] {
    mirror.children.map { child in
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " }
      return Self.prefix(label ?? "", lines(of: child.value))
    }
  }

  mutating func elements(ofSet mirror: Mirror) -> [[String]] {
    inOrder(mirror.children.map { (key: $0.value, value: $0.value) }).map { lines(of: $0.value) }
  }

  mutating func entries(of mirror: Mirror) -> [[String]] {
    let pairs = mirror.children.compactMap { child -> (key: Any, value: Any)? in
      let pair = Array(Mirror(reflecting: child.value).children)
      return pair.count == 2 ? (pair[0].value, pair[1].value) : nil
    }
    return inOrder(pairs).map { pair in
      let key = lines(of: pair.key).joined(separator: " ")
      return Self.prefix("\(key): ", lines(of: pair.value))
    }
  }

  /// Sorts before anything is written: which occurrence of an object comes first must not depend on hashes.
  func inOrder(_ pairs: [(key: Any, value: Any)]) -> [(key: Any, value: Any)] {
    if let first = pairs.first?.key as? any Comparable, let sorted = Self.sort(pairs, like: first) {
      return sorted
    }
    let written = pairs.map { pair in
      var text = self
      return (pair: pair, text: text.lines(of: pair.key))
    }
    return written.sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.pair)
  }

  /// Sorts by keys of a type that can be compared; `nil` if they are not all of that type.
  private static func sort<Key: Comparable>(
    _ pairs: [(key: Any, value: Any)], like key: Key
  ) -> [(key: Any, value: Any)]? {
    let keyed = pairs.compactMap { pair in (pair.key as? Key).map { (key: $0, pair: pair) } }
    guard keyed.count == pairs.count else { return nil }
    return keyed.sorted { $0.key < $1.key }.map(\.pair)
  }

  private static func prefix(_ prefix: String, _ lines: [String]) -> [String] {
    guard let first = lines.first else { return [prefix] }
    return [prefix + first] + lines.dropFirst()
  }

  /// Members between brackets: on a line each, or on one line if there is only one and it is short.
  static func block(_ open: String, _ members: [[String]], _ close: String) -> [String] {
    if members.count == 1, members[0].count == 1, members[0][0].count < 40 {
      return [open + members[0][0] + close]
    }
    return list(open, members, close)
  }

  /// Members between brackets, on a line each even if there is only one: another one is then one line more.
  static func list(_ open: String, _ members: [[String]], _ close: String) -> [String] {
    if members.isEmpty { return [open + close] }
    return [open] + members.flatMap { $0 }.map { "  \($0)" } + [close]
  }
}
