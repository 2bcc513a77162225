/// A line of text that is edited at a cursor.
package struct TextField: Codable, Equatable, Sendable {
  package var text: String
  /// The number of characters after the cursor.
  package var rest: Int

  package init(text: String = "", rest: Int = 0) {
    self.text = text
    self.rest = rest
  }

  /// The field after an editing key; nil for any other key.
  ///
  /// Text beyond the limit is cut, such as a paste of a whole file; so are combining marks, which
  /// make one character of any length.
  package func edited(by key: Key, upTo limit: Int = 200) -> TextField? {
    var (before, after) = parts
    let room = max(0, limit - text.count)
    let scalars = max(0, limit * 10 - text.unicodeScalars.count)
    switch key {
    case .character(let scalar): before += scalars > 0 ? "\(scalar)".prefix(room) : ""
    case .paste(let text):
      before += String(text.printable.unicodeScalars.prefix(scalars)).prefix(room)
    case .control("?"), .control("h"): before = String(before.dropLast())
    case .delete: after = String(after.dropFirst())
    case .arrow(.left), .control("b"):
      (before, after) = (String(before.dropLast()), before.suffix(1) + after)
    case .arrow(.right), .control("f"):
      (before, after) = (before + after.prefix(1), String(after.dropFirst()))
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): (before, after) = ("", "")
    case .control("k"): after = ""
    case .control("w"): before = before.droppingLastWord
    default: return nil
    }
    return TextField(text: before + after, rest: after.count)
  }

  /// The text and the cursor, as much around the cursor as fits.
  package func spans(columns: Int = .max) -> [(String, Style)] {
    let (before, after) = window(columns: columns)
    return [(before, .value), (rest > 0 ? "|" : "_", .quiet), (after, .value)]
  }

  /// The text before and after the cursor, as much as fits beside the cursor.
  func window(columns: Int) -> (before: String, after: String) {
    let (before, after) = parts
    let room = max(0, columns - 1)
    let end = String(after.prefix(columns: max(room - before.columns, room / 3)))
    return (before.suffix(columns: room - end.columns), end)
  }

  private var parts: (before: String, after: String) {
    // A recording may have any number.
    let count = max(0, min(rest, text.count))
    return (String(text.dropLast(count)), String(text.suffix(count)))
  }
}

extension TextField: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(text: text)
  }
}

extension String {
  fileprivate var droppingLastWord: String {
    let end = lastIndex { !$0.isWhitespace } ?? startIndex
    return self[..<end].lastIndex(where: \.isWhitespace).map { String(self[...$0]) } ?? ""
  }
}
