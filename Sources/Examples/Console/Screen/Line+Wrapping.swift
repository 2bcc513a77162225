extension Line {
  /// The text of the line on as many lines as it needs, broken between words.
  ///
  /// A word that is too long for a line, such as a path, is broken where the line ends.
  package func wrapped(columns: Int) -> [Line] {
    guard columns > 0, self.columns > columns else { return [self] }
    var lines: [[(String, Style)]] = [[]]
    var room = columns
    func begin() {
      lines.append([])
      room = columns
    }
    for (word, style) in words {
      var word = word[...]
      let isSpace = word.allSatisfy(\.isWhitespace)
      if String(word).columns > room, room < columns { begin() }
      // A space at which a line was broken is not shown.
      if isSpace, room == columns, lines.count > 1 { continue }
      while String(word).columns > room {
        // One character at least, or this would never end.
        let part = word.prefix(max(1, String(word).prefix(columns: room).count))
        lines[lines.count - 1].append((String(part), style))
        word = word.dropFirst(part.count)
        begin()
      }
      lines[lines.count - 1].append((String(word), style))
      room -= String(word).columns
    }
    return lines.map { Line(spans: $0) }
  }

  /// Words and the spaces between them, each with its style.
  private var words: [(String, Style)] {
    styledTexts.flatMap { text, style in
      var words: [String] = []
      for character in text {
        if let last = words.last?.last, last.isWhitespace == character.isWhitespace {
          words[words.count - 1].append(character)
        } else {
          words.append(String(character))
        }
      }
      return words.map { ($0, style) }
    }
  }
}
