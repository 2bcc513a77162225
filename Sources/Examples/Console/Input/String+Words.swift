extension String {
  /// The characters of a line that a terminal has read, without what other keys send, such as
  /// arrows.
  package var typed: String {
    var decoder = KeyDecoder()
    let scalars = decoder.decode(utf8).compactMap { key -> Unicode.Scalar? in
      switch key {
      case .character(let scalar): scalar
      case .control("i"): "\t"
      default: nil
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The text up to the first whitespace and the text after it, both trimmed.
  package var firstWord: (word: String, rest: String) {
    let text = drop(while: \.isWhitespace)
    let word = text.prefix { !$0.isWhitespace }
    let rest = text[word.endIndex...].drop(while: \.isWhitespace)
    let end = rest.lastIndex { !$0.isWhitespace }
    return (String(word), end.map { String(rest[...$0]) } ?? "")
  }

  /// The number that the whole text represents; nil if it is none, or has a redundant sign.
  package var number: Int? {
    allSatisfy(\.isASCII) && first != "+" ? Int(self) : nil
  }
}
