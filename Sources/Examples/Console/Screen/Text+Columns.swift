extension String {
  /// The text on one line and without control over the terminal: control characters, including line
  /// ends, and bidirectional marks become spaces.
  package var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : " " }))
  }

  /// The most columns of a terminal that the text can take.
  package var columns: Int {
    unicodeScalars.reduce(0) { $0 + $1.columns }
  }

  /// The longest prefix that takes at most `limit` columns.
  package func prefix(columns limit: Int) -> Substring {
    var end = startIndex
    var room = limit
    for index in indices {
      room -= String(self[index]).columns
      guard room >= 0 else { break }
      end = self.index(after: index)
    }
    return self[..<end]
  }

  /// The text if it takes at most `limit` columns; otherwise as much of its end as fits, after `…`.
  package func suffix(columns limit: Int) -> String {
    var rest = self[...]
    while !rest.isEmpty, String(rest).columns + (rest.count < count ? 1 : 0) > limit {
      rest = rest.dropFirst()
    }
    return rest.count < count && limit > 0 ? "…" + rest : String(rest)
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // Bidirectional marks would affect the rest of the screen.
    default: !(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value)
    }
  }

  /// An upper bound: terminals disagree about joined emoji, and a line must never wrap.
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      // This variation selector turns a narrow symbol into an emoji of two columns.
      return value == 0xFE0F ? 1 : 0
    // A soft hyphen and the signs that enclose digits are visible in some terminals.
    case .format: return properties.isDefaultIgnorableCodePoint && value != 0xAD ? 0 : 1
    default: return isWide ? 2 : 1
    }
  }

  /// The blocks of East Asian Width W and F, rounded up to whole ranges, and every emoji; those of
  /// Unicode 16, too, which older terminals show in one column.
  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    if properties.isEmojiPresentation { return true }
    return switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0x4DBF, 0x4DC0...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D37F,
      0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
