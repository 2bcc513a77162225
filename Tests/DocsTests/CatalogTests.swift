import Foundation
import RatchetTesting

@Suite("The catalog of the documentation")
struct CatalogTests {
  @Test(
    "has code that is compiled, word for word",
    arguments: try Catalog.pages() + [Catalog.architecture()])
  func code(_ page: Catalog.Page) throws {
    let others = try Catalog.compiledBlockByBlock() + Catalog.typedStepByStep()
    guard !others.contains(page.name) else { return }
    let compiled = try Catalog.compiledCode()
    for block in page.blocks {
      #expect(
        compiled.contains { $0.contains(block) }, "Not compiled, in \(page.name):\n\(block)")
    }
  }

  @Test("marks as Swift only what is Swift here, and no other code is left unmarked")
  func marks() throws {
    for page in try Catalog.pages() {
      let fences = page.text.split(separator: "\n").filter { $0.hasPrefix("```") }
      #expect(fences.count.isMultiple(of: 2), "\(page.name)")
      for (index, fence) in fences.enumerated() where index.isMultiple(of: 2) {
        #expect(
          ["```swift", "```sh", "```text", "```json"].contains(fence), "\(page.name): \(fence)")
      }
    }
  }

  @Test("names only code that is compiled in the last column of the tables for others")
  func tables() throws {
    let pages = try Catalog.pages().filter { $0.name.hasPrefix("ComingFrom") }
    #expect(pages.count == 2)
    for page in pages {
      let sources = try Catalog.files(below: "Tests/DocsTests/\(page.name)", endingIn: ".swift")
        .map { try Catalog.text($0) }
      let rows = page.text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      #expect(rows.count > 10)
      for row in rows {
        let cells = row.split(separator: "|")
        for code in cells[cells.count - 1].matches(of: /`([^`]+)`/).map(\.1) {
          #expect(
            sources.contains { $0.contains(code) }, "Not compiled, in \(page.name): \(code)")
        }
      }
    }
  }

  @Test("has short pages, each with a title and a sentence below it")
  func pages() throws {
    let pages = try Catalog.pages()
    #expect(pages.count >= 10)
    for page in pages {
      let words = page.text.split(whereSeparator: \.isWhitespace)
      #expect(words.count <= 1_500, "\(page.name)")
    }
    // The abstract of a symbol stands in the sources.
    for page in pages where !page.text.hasPrefix("# ``") {
      let lines = page.text.split(separator: "\n")
      #expect(lines.first?.hasPrefix("# ") == true, "\(page.name)")
      #expect(lines.dropFirst().first?.hasPrefix("#") == false, "\(page.name) has no abstract")
    }
  }
}

// MARK: - Fixtures

/// The pages of the catalog, and the code of this folder.
enum Catalog {
  struct Page: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }

    /// The blocks of Swift, without imports, indentation and empty lines.
    var blocks: [String] {
      text.components(separatedBy: "```swift\n").dropFirst()
        .map { normalized($0.components(separatedBy: "```")[0]) }
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func pages() throws -> [Page] {
    try files(below: "Docs/Ratchet.docc", endingIn: ".md").map { path in
      let name = path.split(separator: "/").last?.dropLast(3) ?? ""
      return Page(name: String(name), text: try text(path))
    }
  }

  /// The page that is not one of the catalog.
  static func architecture() throws -> Page {
    Page(name: "Architecture", text: try text("Docs/Architecture.md"))
  }

  /// The pages of which `CompilationTests` compiles each block by itself.
  static func compiledBlockByBlock() throws -> [String] {
    let source = try text("Tests/CompilationTests/GuideTests.swift")
    let list = try #require(source.firstMatch(of: /documents = \[([^\]]+)\]/))
    return list.1.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  /// The pages that `Tests/tutorial` follows in an empty package, in which it runs each step.
  static func typedStepByStep() throws -> [String] {
    let script = try text("Tests/tutorial")
    let list = try #require(script.firstMatch(of: /PAGES = \[([^\]]+)\]/))
    return list.1.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  /// The tests of this folder, and the program that CI pastes into an empty package.
  static func compiledCode() throws -> [String] {
    let tests = try files(below: "Tests/DocsTests", endingIn: ".swift").map { try text($0) }
    let readme = Page(name: "README", text: try text("README.md"))
    return tests.map(normalized) + readme.blocks
  }

  static func files(below folder: String, endingIn end: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(end) }.sorted().map { "\(folder)/\($0)" }
  }

  private static func normalized(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("@testable import ") }
      .joined(separator: "\n")
  }
}
