import Foundation
import RatchetTesting
import TestSupport

@Suite("The pages of failure messages", .enabled(if: Deep.isFull))
struct FailureMessagesTests {
  @Test("have headings that are texts of the library", arguments: try Messages.headings())
  func headings(_ heading: String) throws {
    let texts = try Messages.texts.get()
    #expect(texts.contains { Messages.begins($0, with: heading) }, "No such text: \(heading)")
  }

  @Test("have each text of the library that says how to fix something")
  func texts() throws {
    let headings = try Messages.headings()
    let remedies = try Messages.texts.get().filter { text in
      text.contains("To fix this,") && !text.hasPrefix("To fix this,")
        && text.first?.isLowercase == false
    }
    #expect(remedies.count > 20)
    for text in remedies {
      let isThere = headings.contains { Messages.begins(text, with: $0) }
      #expect(isThere || Messages.parts.contains { text.hasPrefix($0) }, "Not on a page: \(text)")
    }
  }

  @Test("list each limit that a failure names")
  func limits() throws {
    let page = try Repository.text("Docs/Ratchet.docc/FailureMessages.md")
    let named = try Messages.texts.get().flatMap { $0.matches(of: /limit '(\w+)'/) }
    #expect(named.count > 5)
    for name in named { #expect(page.contains("`\(name.output.1)`")) }
  }

  @Test("begin with a failure as a test prints it")
  @MainActor func example() async throws {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Taps.State()) { Taps() }
      await store.send(.tapped) { $0.count = 2 }
    }
    let page = try Repository.text("Docs/Ratchet.docc/FailureMessages.md")
    let example = try #require(page.components(separatedBy: "```text\n").dropFirst().first)
      .components(separatedBy: "\n```")[0]
    #expect(issues == [example])
  }
}

// MARK: - Fixtures

private struct Taps: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case tapped }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

/// The headings of the pages, and the string literals of the library.
private enum Messages {
  /// Beginnings of what is a part of another message.
  static let parts = [
    "Asleep on the store's clock:", "… sleeps on its clock ended", "…… To fix this, let it end:",
  ]

  static func headings() throws -> [String] {
    let headings = try ["FailureMessages", "ProgramMessages", "DependencyMessages"].flatMap {
      try Repository.text("Docs/Ratchet.docc/\($0).md").matches(of: /\n### (.+)\n/)
        .map { String($0.1) }
    }
    #expect(headings.count > 50)
    return headings
  }

  /// The literals, on one line each, with `…` for what is inserted.
  static let texts = Result {
    let sources = try ["Sources/Runtime", "Sources/Dependencies"].flatMap {
      try Repository.files(below: $0, endingIn: ".swift")
    }
    return try sources.flatMap { path in
      let code = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
        .joined(separator: "\n")
      let pattern = /"""\n(?<lines>[\s\S]*?)\n\s*"""|"(?<line>(?:[^"\\\n]|\\.)*)"/
      return code.matches(of: pattern).map { match in
        let text = String(match.lines ?? match.line ?? "")
        return withoutInsertions(text.replacing(/\\\n\s*/, with: "").replacing("\\n", with: " "))
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
    }
  }

  /// Whether a text begins with a heading, in which `…` stands for anything.
  static func begins(_ text: String, with heading: String) -> Bool {
    var rest = text[...]
    for (index, part) in heading.components(separatedBy: "…").enumerated() where !part.isEmpty {
      let part = part.trimmingCharacters(in: .whitespaces)
      guard let found = rest.range(of: part) else { return false }
      if index == 0 && found.lowerBound != rest.startIndex { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// A literal with `…` instead of each `\(…)`.
  private static func withoutInsertions(_ text: String) -> String {
    var result = ""
    var depth = 0
    var previous: Character = " "
    for character in text {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if previous == "\\" && character == "(" {
        result.removeLast()
        result.append("…")
        depth = 1
      } else {
        result.append(character)
      }
      previous = character
    }
    return result
  }
}
