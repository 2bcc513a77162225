/// Reads a function call in the source of a test: the text of its arguments and of its trailing
/// closure.
///
/// Used by `PrintedTest`, which copies these texts from the call of `simulate` into the test that
/// it prints for a failing run.
package struct SourceCall {
  /// The arguments between the parentheses, in order.
  package private(set) var arguments: [(label: String?, text: String)] = []
  /// The text between the braces of the trailing closure.
  package private(set) var block: String?
  /// The names that the functions around the call declare before it; only for a call that was found
  /// by its line.
  package private(set) var locals: Set<String> = []

  /// The trailing closure, if its parameters are named.
  package var closure: SourceClosure? { block.flatMap { SourceClosure($0) } }

  /// Finds a call of a function on a line of a file; `nil` if there is none.
  ///
  /// Chooses the last call on the line that begins before a column, or otherwise the first one.
  /// Lines and columns are counted from 1.
  package init?(of function: String, in source: String, line: Int, column: Int) {
    // In Swift, a line end of Windows, `\r\n`, is one character.
    let lines = source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    guard lines.indices.contains(line - 1) else { return nil }
    let text = lines[line - 1]
    let calls = text.ranges(of: function).map(\.lowerBound)
    let limit = text.utf8.index(text.startIndex, offsetBy: column, limitedBy: text.endIndex)
    guard let start = calls.last(where: { $0 < limit ?? text.endIndex }) ?? calls.first else {
      return nil
    }
    var scanner = SourceScanner(source[start...])
    guard scanner.skip(function) else { return nil }
    self.init(&scanner)
    locals = SourceLocals.names(before: source[..<start])
  }

  /// Reads a call, with the scanner just after the function's name.
  fileprivate init?(_ scanner: inout SourceScanner) {
    scanner.skipSpace()
    if scanner.next == UInt8(ascii: "(") {
      guard let inside = scanner.takeBlock() else { return nil }
      arguments = SourceScanner.split(inside).map(Self.argument)
      scanner.skipSpace()
    }
    if scanner.next == UInt8(ascii: "{") { block = scanner.takeBlock() }
    if arguments.isEmpty, block == nil { return nil }
  }

  /// Separates the label of an argument from its value.
  private static func argument(_ text: String) -> (label: String?, text: String) {
    var scanner = SourceScanner(text)
    scanner.skipSpace()
    let text = scanner.rest
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let value = text[name.endIndex...]
    if name.isEmpty || value.first != ":" { return (nil, text) }
    return (String(name), SourceScanner.trim(value.dropFirst()))
  }
}

/// A closure in the source of a test: the names of its parameters, and the text of its body.
package struct SourceClosure {
  package let parameters: [String]
  package let body: String

  /// Parses the text between the braces; `nil` if the closure does not name its parameters.
  init?(_ block: String) {
    let scanner = SourceScanner(block)
    guard let end = scanner.position(ofWord: "in") else { return nil }
    // What precedes `in`, without a capture list, parentheses, and types.
    var head = SourceScanner.trim(scanner.text(upTo: end))
    if head.hasPrefix("["), let list = head.firstIndex(of: "]") {
      head = SourceScanner.trim(head[head.index(after: list)...])
    }
    if head.hasPrefix("("), head.hasSuffix(")") { head = String(head.dropFirst().dropLast()) }
    parameters = SourceScanner.split(head).map { text in
      SourceScanner.trim(text.prefix { $0 != ":" })
    }
    let isName = { (text: String) in
      !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    if !parameters.allSatisfy(isName) { return nil }
    body = scanner.text(from: end + 2)
  }

  /// The calls of a parameter's method that are statements of the body, not of closures in it.
  package func calls(of method: String, on parameter: String) -> [SourceCall] {
    var calls: [SourceCall] = []
    var scanner = SourceScanner(body)
    while let start = scanner.position(ofWord: parameter) {
      scanner.move(to: start)
      if scanner.skip("\(parameter).\(method)"), let call = SourceCall(&scanner) {
        calls.append(call)
      } else {
        _ = scanner.skip(parameter)
      }
    }
    return calls
  }
}
