extension Line {
  /// The text of the line on as many lines as it needs, broken between words.
  ///
  /// A word that is too long for a line, such as a path, is broken where the line ends.
  package func wrapped(columns: Int) -> [Line] {
    guard columns > 0, self.columns > columns else { return [self] }
    var lines: [[(String, Style)]] = [[]]
    var room = columns
    func add(_ text: Substring, _ style: Style) {
      lines[lines.count - 1].append((String(text), style))
      room -= String(text).columns
    }
    func begin() {
      lines.append([])
      room = columns
    }
    // The spaces before the next word, which are not shown where a line is broken.
    var space: (text: String, style: Style)?
    for (word, style) in words {
      if word.allSatisfy(\.isWhitespace) {
        space = (word, style)
        continue
      }
      let gap = space?.text.columns ?? 0
      if room < columns, gap + word.columns > room {
        begin()
      } else if let space, gap < room {
        add(space.text[...], space.style)
      }
      space = nil
      var rest = word[...]
      while String(rest).columns > room {
        let part = String(rest).prefix(columns: room)
        if part.isEmpty, room < columns {
          begin()
          continue
        }
        // One character at least, or this would never end.
        let count = max(1, part.count)
        add(rest.prefix(count), style)
        rest = rest.dropFirst(count)
        if !rest.isEmpty { begin() }
      }
      if !rest.isEmpty { add(rest, style) }
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
