import Foundation
import Testing

/// A page of the guides whose blocks of Swift are one module, and the tests among them run.
///
/// A file in `Pages` has what the page does not show. There, `// block: struct State` stands for
/// the next block of the page that begins so, `// text: The schedule` for a string with the text
/// that the page shows and that begins so, and `// with: CheatSheet` for all of another page. The
/// other blocks come at the end. `// flags:` are as in `Source`.
struct Page: Sendable {
  struct NoBlock: Error {
    let beginning: String
  }

  let name: String
  private let companion: String
  private let blocks: [Snippet]
  private let texts: [String]

  init(path: String) throws {
    name = String(path.split(separator: "/").last?.dropLast(".md".count) ?? "")
    let file = "Tests/CompilationTests/Pages/\(name).swift"
    companion = Repository.has(file) ? try Repository.text(file) : ""
    let page = try Repository.text(path)
    blocks = Snippet.all(in: page, of: path).filter { $0.integration == nil }
    texts = page.components(separatedBy: "\n```text\n").dropFirst().map {
      $0.components(separatedBy: "\n```\n")[0]
    }
  }

  /// The pages with Swift that are not parts of others, except those compiled block by block, and
  /// those that `Tests/tutorial` types.
  static func all() throws -> [Page] {
    let pages = try Repository.pages().map { try Page(path: $0) }.filter {
      !$0.blocks.isEmpty && !GuideTests.documents.contains("\($0.name).md")
        && !$0.name.hasPrefix("Tutorial") && $0.name != "GettingStarted"
    }
    let parts = pages.flatMap { Source.instructions("with", in: $0.companion) }
    return pages.filter { !parts.contains($0.name) }
  }

  /// The module, and how it is compiled.
  var source: Source {
    get throws {
      let flags = Source.all(of: companion)[0].flags
      let text = "import Foundation\nimport RatchetTesting\n" + (try code().joined(separator: "\n"))
      return Source(text: text + "\n", flags: flags)
    }
  }

  private func code() throws -> [String] {
    var rest = blocks
    let lines = try companion.split(separator: "\n").flatMap { line -> [String] in
      let words = line.trimmingPrefix(while: \.isWhitespace)
      if words.hasPrefix("// with: ") {
        return try Page(path: "Docs/Ratchet.docc/\(words.dropFirst(9)).md").code()
      }
      if words.hasPrefix("// text: ") {
        let beginning = words.dropFirst(9)
        guard let text = texts.first(where: { $0.hasPrefix(beginning) }) else {
          throw NoBlock(beginning: "\(name): \(beginning)")
        }
        return ["##\"\"\"", text, "\"\"\"##"]
      }
      guard words.hasPrefix("// block: ") else { return [String(line)] }
      let beginning = words.dropFirst(10)
      guard let index = rest.firstIndex(where: { $0.source.text.hasPrefix(beginning) }) else {
        throw NoBlock(beginning: "\(name): \(beginning)")
      }
      return [rest.remove(at: index).source.text]
    }
    return lines + rest.flatMap { ["#sourceLocation(\($0.location))", $0.source.text] }
      + (rest.isEmpty ? [] : ["#sourceLocation()"])
  }
}

extension Snippet {
  /// The place, as a directive of the compiler has it.
  fileprivate var location: String {
    let parts = place.split(separator: ":")
    return "file: \"\(parts[0])\", line: \(parts[1])"
  }
}
