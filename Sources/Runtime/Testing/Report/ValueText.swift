/// Writes a value as lines of text, a line for each part.
enum ValueText {
  static func lines(_ value: Any) -> [String] {
    var text = ""
    dump(value, to: &text)
    return text.split(separator: "\n").map(String.init)
  }
}
