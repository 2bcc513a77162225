/// Finds the names that a printed test cannot use, because they are declared in the function around
/// the call of `simulate` for which the test is printed.
///
/// Used by `SourceCall` to find the names, and by `PrintedTest` to list those that its code uses.
enum SourceLocals {
  /// The words that precede a declared name.
  private static let declarations: Set = [
    "let", "var", "for", "func", "struct", "enum", "class", "actor", "typealias",
  ]

  /// The names that the functions around the end of a source declare before it: parameters,
  /// variables, functions, and types.
  ///
  /// Skips the blocks that end before the end of the source, and enters the others: these are the
  /// ones around the call.
  static func names(before source: some StringProtocol) -> Set<String> {
    var scanner = SourceScanner(source)
    var names: Set<String> = []
    /// The last word, if only space has followed it.
    var word = ""
    /// Whether the body of a function was entered; names declared outside do not count.
    var isInFunction = false
    /// The parameters of the function whose body has not begun: `nil` without such a function,
    /// empty before its list of parameters.
    var parameters: [String]?
    scanner.skipSpace()
    while let next = scanner.next {
      if let name = scanner.takeName() {
        if word == "func" { parameters = [] }
        if isInFunction, declarations.contains(word) { names.insert(name) }
        word = name
      } else if "([{".utf8.contains(next) {
        // A tuple pattern, such as `let (a, b) = pair`.
        let isPattern = isInFunction && (word == "let" || word == "var")
        let block = scanner.takeBlock()
        if let block, next == UInt8(ascii: "("), parameters?.isEmpty == true || isPattern {
          let inside = SourceScanner.split(block).compactMap(name(declaredBy:))
          if isPattern { names.formUnion(inside) } else { parameters = inside }
        } else if block == nil {
          // The block has no end in the source, so it is around the call: enters it.
          names.formUnion(parameters ?? [])
          isInFunction = isInFunction || parameters != nil
        }
        // The body of the function, whether entered or skipped.
        if next == UInt8(ascii: "{") { parameters = nil }
        word = ""
      } else {
        scanner.skipToken()
        word = ""
      }
      scanner.skipSpace()
    }
    return names
  }

  /// Whether a source uses a name other than as a member or a label.
  static func isUsed(_ name: String, in source: String) -> Bool {
    source.ranges(of: name).contains { range in
      let before = source[..<range.lowerBound].suffix(2)
      let after = source[range.upperBound...].first
      // A name after `...`, the operator of a range, is no member.
      let isMember = before.last == "." && before != ".."
      return !isMember && before.last.map(isInName) != true && after.map(isInName) != true
        && after != ":"
    }
  }

  /// Whether a character can be a part of a name.
  private static func isInName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The name that a parameter or a part of a pattern declares: the last word before the colon,
  /// such as `seed` in `for seed: Int`.
  private static func name(declaredBy text: String) -> String? {
    text.prefix { $0 != ":" }.split(separator: " ").last.map(String.init)
  }
}
