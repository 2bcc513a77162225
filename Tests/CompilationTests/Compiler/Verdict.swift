/// What is wrong with the way in which the compiler took a source.
struct Verdict {
  /// What a source is there to show.
  enum Kind: String, CaseIterable {
    /// Compiles, and the compiler warns of nothing but what it states.
    case accepted
    /// Does not compile, for the reasons and at the lines that it states.
    case rejected
  }

  private(set) var problems: [String] = []
  /// All that the compiler wrote.
  let output: String

  init(_ kind: Kind, expected: [Diagnostic], reported: [Diagnostic], output: Job.Output) {
    self.output = output.text
    switch kind {
    case .accepted where output.status != 0:
      problems.append("It does not compile, although it must.")
    case .accepted where expected.isEmpty && !output.text.isEmpty:
      problems.append("It compiles, but not in silence.")
    case .rejected where output.status == 0:
      problems.append("It compiles, although it must not.")
    case .rejected where !expected.contains { $0.level == .error }:
      problems.append("It states no error; write '// error: part of the message' at its line.")
    default:
      break
    }
    for expectation in expected where !reported.contains(where: expectation.isMet) {
      problems.append("Not reported: \(expectation)")
    }
    for diagnostic in reported where !expected.contains(where: { $0.isMet(by: diagnostic) }) {
      problems.append("Not expected: \(diagnostic)")
    }
  }
}

extension Verdict: CustomStringConvertible {
  var description: String {
    problems.joined(separator: "\n") + "\n\nThe compiler wrote:\n\(output)"
  }
}
