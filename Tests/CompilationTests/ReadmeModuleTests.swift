import Foundation
import RatchetTesting

@Suite("The README's code")
struct ReadmeModuleTests {
  @Test(
    "compiles in a user's module, as it stands",
    arguments: [[], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]])
  func compiles(flags: [String]) async throws {
    let blocks = Snippet.all(in: try GuideTests.text("README.md"), of: "README.md")
      .map(\.source.text).filter { $0.hasPrefix("import Ratchet") }
    #expect(blocks.count == 2)
    let text = blocks.joined(separator: "\n") + client
    let folder = try SourceFolder()
    let verdict = try await Source(text: text, flags: flags).verdict(
      .accepted, in: folder.write(text, to: "Readme.swift"), by: Compiler.running.get())
    #expect(verdict.problems.isEmpty, "\(verdict)")
  }
}

// MARK: - Fixtures

private let client = """
  struct FactClient: DependencyKey {
    var fetch: @Sendable (Int) async throws -> String
    static let liveValue = FactClient { "\\($0) is a number." }
  }
  """
