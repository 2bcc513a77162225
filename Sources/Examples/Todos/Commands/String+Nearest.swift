extension String {
  /// The text that the fewest edits turn this one into; the first of them, if several are.
  func nearest(of texts: [String]) -> String? {
    texts.map { (text: $0, edits: edits(to: $0)) }.min { $0.edits < $1.edits }?.text
  }

  /// How many characters have to be inserted, removed or replaced to get another text.
  private func edits(to other: String) -> Int {
    // The edits from the beginning of this text, so far, to each beginning of the other.
    var edits = Array(0...other.count)
    for character in self {
      var shorter = edits[0]
      edits[0] += 1
      for (index, otherCharacter) in other.enumerated() {
        let replaced = shorter + (character == otherCharacter ? 0 : 1)
        shorter = edits[index + 1]
        edits[index + 1] = [replaced, shorter + 1, edits[index] + 1].min() ?? replaced
      }
    }
    return edits[other.count]
  }
}
