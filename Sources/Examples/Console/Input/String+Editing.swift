extension String {
  /// The text after an editing key; nil for any other key.
  ///
  /// Text beyond the limit is cut, such as a paste of a whole file.
  package func edited(by key: Key, upTo limit: Int = 200) -> String? {
    switch key {
    case .character(let scalar): String((self + "\(scalar)").prefix(limit))
    case .paste(let text): String((self + text.printable).prefix(limit))
    case .control("?"), .control("h"): String(dropLast())
    case .control("u"): ""
    case .control("w"): droppingLastWord
    default: nil
    }
  }

  private var droppingLastWord: String {
    let end = lastIndex { !$0.isWhitespace } ?? startIndex
    return self[..<end].lastIndex(where: \.isWhitespace).map { String(self[...$0]) } ?? ""
  }
}
