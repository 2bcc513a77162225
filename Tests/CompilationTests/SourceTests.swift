import Foundation
import RatchetTesting
import TestSupport

@Suite("The check of a source", .enabled(if: Deep.isFull))
struct SourceTests {
  @Test(
    "finds what is not as it is stated",
    arguments: [
      ("let one = 1", []),
      ("let one = two", [broken, "Not expected: line 1: error: cannot find 'two' in scope"]),
      (
        "func one() -> Int { 1 }\nfunc two() { one() }",
        [
          "It compiles, but not in silence.",
          "Not expected: line 2: warning: result of call to 'one()' is unused [#no-usage]",
        ]
      ),
      // A compiler option, and one that is about no line.
      ("// flags: -default-isolation MainActor\nvar count = 0", []),
      ("// flags: -swift-version 7", [broken, "Not expected: line 0: error: \(version)"]),
    ] as [(String, [String])])
  func accepted(_ text: String, _ problems: [String]) async throws {
    #expect(try await self.problems(.accepted, text) == problems)
  }

  @Test(
    "finds what is not rejected as it is stated",
    arguments: [
      ("let one: Int = \"\"  // error: cannot convert value of type 'String'", []),
      ("let one: Int = \"\"\n// error: cannot convert value", []),
      (
        "let one = 1  // error: cannot convert",
        [
          "It compiles, although it must not.", "Not reported: line 1: error: cannot convert",
        ]
      ),
      (
        "let one: Int = \"\"\nlet two: Int = 2  // error: cannot convert",
        ["Not reported: line 2: error: cannot convert", "Not expected: line 1: error: \(noInt)"]
      ),
      (
        "let one: Int = \"\"  // error: missing return",
        ["Not reported: line 1: error: missing return", "Not expected: line 1: error: \(noInt)"]
      ),
      (
        "let one: Int = \"\"  // error: cannot convert\nlet two = three",
        ["Not expected: line 2: error: cannot find 'three' in scope"]
      ),
      (
        "let one = two",
        [
          "It states no error; write '// error: part of the message' at its line.",
          "Not expected: line 1: error: cannot find 'two' in scope",
        ]
      ),
      // Errors about isolation regions come after all others.
      (
        """
        final class Object { var count = 0 }
        @MainActor func use(_ object: Object) {}
        func pass(_ object: Object) async {
          await use(object)  // error: sending 'object' risks causing data races
        }
        """, []
      ),
    ] as [(String, [String])])
  func rejected(_ text: String, _ problems: [String]) async throws {
    #expect(try await self.problems(.rejected, text) == problems)
  }

  private func problems(_ kind: Verdict.Kind, _ text: String) async throws -> [String] {
    let folder = try SourceFolder()
    let file = try folder.write(text, to: "Source.swift")
    let source = Source.all(of: text)[0]
    return try await source.verdict(kind, in: file, by: Compiler.running.get()).problems
  }

  private static let broken = "It does not compile, although it must."
  private static let noInt =
    "cannot convert value of type 'String' to specified type 'Int'"
  private static let version = "invalid value '7' in '-swift-version 7'"
}
