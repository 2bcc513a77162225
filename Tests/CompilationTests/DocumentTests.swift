import Foundation
import Testing

@Suite("The documents of the repository")
struct DocumentTests {
  @Test("link only to files that exist", arguments: try Repository.documents())
  func links(_ document: Document) {
    let missing = document.links.filter { !Repository.has($0) }
    #expect(missing.isEmpty, "\(document.path) links to \(missing)")
  }

  @Test("name only source files that exist", arguments: try Repository.documents())
  func paths(_ document: Document) {
    let missing = document.paths.filter { !Repository.has($0) }
    #expect(missing.isEmpty, "\(document.path) names \(missing)")
  }

  @Test("give for each rule the functions that keep it, which exist")
  func functions() throws {
    let document = try Repository.document("Docs/Architecture.md")
    #expect(document.keepers.count >= 18)
    for keeper in document.keepers {
      let source = try Repository.text(keeper.path)
      for name in keeper.functions {
        let isDeclared =
          source.contains("func \(name)") || (name == "init" && source.contains("init("))
        #expect(isDeclared, "\(keeper.path) has no function '\(name)'")
      }
    }
  }

  @Test("give for each rule the suites that show it, which exist")
  func suites() throws {
    let document = try Repository.document("Docs/Architecture.md")
    let files = Set(
      try Repository.files(below: "Tests").map { $0.split(separator: "/").last ?? "" })
    let missing = document.suites.filter { !files.contains("\($0).swift") }
    #expect(document.suites.count >= 30)
    #expect(missing.isEmpty)
  }

  @Test("would be found out if they named something that does not exist")
  func mistakes() throws {
    let document = Document(
      path: "Docs/Wrong.md",
      text: """
        See [this](Nowhere.md) and `Sources/Nowhere.swift`.
        - Kept by: `Sources/Runtime/Store/Store.swift` (`fly`)
        """)
    #expect(document.links == ["Docs/Nowhere.md"])
    #expect(document.paths == ["Sources/Nowhere.swift", "Sources/Runtime/Store/Store.swift"])
    #expect(document.keepers.map(\.functions) == [["fly"]])
    #expect(!Repository.has("Docs/Nowhere.md"))
  }
}

// MARK: - Fixtures

/// A document, and what it says of the rest of the repository.
struct Document: Sendable, CustomTestStringConvertible {
  /// A source file that keeps a rule, and the functions in it.
  struct Keeper {
    let path: String
    let functions: [String]
  }

  let path: String
  let text: String

  var testDescription: String { path }

  /// The files that it links to, from the root of the repository.
  ///
  /// Those in code are examples.
  var links: [String] {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return text.replacing(/`[^`\n]+`/, with: "").matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/).map {
      folder.isEmpty ? String($0.1) : "\(folder)/\($0.1)"
    }
  }

  /// The files and folders of sources and tests that it names, without those of the package `App`
  /// that the tutorial writes.
  var paths: [String] {
    text.matches(of: /`((Sources|Tests|Docs)\/[A-Za-z0-9+.\/-]+)`/).map { String($0.1) }
      .filter { !$0.hasPrefix("Sources/App/") && !$0.hasPrefix("Tests/AppTests/") }
  }

  /// What keeps the rules.
  var keepers: [Keeper] {
    text.split(separator: "\n").filter { $0.hasPrefix("- Kept by:") }.flatMap { line in
      line.matches(of: /`(Sources\/[^`]+\.swift)`(?: \(([^)]*)\))?/).map { match in
        Keeper(
          path: String(match.1),
          functions: (match.2 ?? "").matches(of: /`(\w+)`/).map { String($0.1) })
      }
    }
  }

  /// The suites that show the rules.
  var suites: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("- Shown by:") }.flatMap { line in
      line.matches(of: /`(\w+)`/).map { String($0.1) }
    }
  }
}

extension Repository {
  fileprivate static func document(_ path: String) throws -> Document {
    Document(path: path, text: try text(path))
  }

  fileprivate static func documents() throws -> [Document] {
    let paths = try files(below: "Docs", endingIn: ".md") + ["AGENTS.md", "README.md"]
    return try paths.map { try document($0) }
  }
}
