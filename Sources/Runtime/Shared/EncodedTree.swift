/// A value as it is encoded in JSON, to merge changes of its parts; `SharedKey.merged` uses it.
indirect enum EncodedTree: Hashable {
  /// A text, a number, `true`, `false`, or `null`, as the encoder writes it.
  case leaf(ArraySlice<UInt8>)
  case list([EncodedTree])
  /// The members by their names, which are as the encoder writes them, with quotes.
  case object([ArraySlice<UInt8>: EncodedTree])

  /// Reads JSON that an encoder has written, without spaces.
  init(_ text: [UInt8]) {
    var rest = text[...]
    self.init(&rest)
  }

  /// Reads a value from the beginning of a text, and removes it there.
  private init(_ rest: inout ArraySlice<UInt8>) {
    switch rest.first {
    case UInt8(ascii: "{"):
      var members: [ArraySlice<UInt8>: EncodedTree] = [:]
      Self.readParts(&rest, until: UInt8(ascii: "}")) { rest in
        let name = Self.readLeaf(&rest)
        // The colon.
        rest = rest.dropFirst()
        members[name] = Self(&rest)
      }
      self = .object(members)
    case UInt8(ascii: "["):
      var elements: [EncodedTree] = []
      Self.readParts(&rest, until: UInt8(ascii: "]")) { elements.append(Self(&$0)) }
      self = .list(elements)
    default: self = .leaf(Self.readLeaf(&rest))
    }
  }

  /// Reads the parts of an object or a list, with both brackets; `read` reads one part.
  private static func readParts(
    _ rest: inout ArraySlice<UInt8>, until end: UInt8, _ read: (inout ArraySlice<UInt8>) -> Void
  ) {
    rest = rest.dropFirst()
    while let next = rest.first, next != end {
      if next == UInt8(ascii: ",") { rest = rest.dropFirst() }
      read(&rest)
    }
    rest = rest.dropFirst()
  }

  /// Reads a text with its quotes, or anything else up to the next comma or bracket.
  private static func readLeaf(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    var end = rest.startIndex
    if rest.first == quote {
      // A backslash belongs to the character after it, which may be a quote.
      repeat {
        end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
      } while end < rest.endIndex && rest[end] != quote
      end = min(end + 1, rest.endIndex)
    } else {
      end = rest.firstIndex { ",]}".utf8.contains($0) } ?? rest.endIndex
    }
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// The value as JSON, with the members of objects in the order of their names.
  var text: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .leaf(let leaf): text += leaf
    case .list(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      let members = members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      for (index, (name, member)) in members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += name
        text.append(UInt8(ascii: ":"))
        member.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }
}
