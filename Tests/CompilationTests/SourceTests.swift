import Foundation
import RatchetTesting

@Suite("The check of a source")
struct SourceTests {
  @Test("finds nothing wrong with a source that compiles in silence")
  func accepted() async throws {
    #expect(try await problems(.accepted, "let one = 1") == [])
  }

  @Test("finds nothing wrong with an error at the stated line, or above a comment of its own")
  func rejected() async throws {
    let source = """
      let one: Int = ""  // error: cannot convert value of type 'String'
      let two: Int = ""
      // error: cannot convert value
      """
    #expect(try await problems(.rejected, source) == [])
  }

  @Test("finds a source that compiles although it must not")
  func compiles() async throws {
    let source = "let one = 1  // error: cannot convert"
    #expect(
      try await problems(.rejected, source) == [
        "It compiles, although it must not.",
        "Not reported: line 1: error: cannot convert",
      ])
  }

  @Test("finds an error at another line")
  func otherLine() async throws {
    let source = """
      let one: Int = ""
      let two: Int = 2  // error: cannot convert
      """
    let error = "cannot convert value of type 'String' to specified type 'Int'"
    #expect(
      try await problems(.rejected, source) == [
        "Not reported: line 2: error: cannot convert", "Not expected: line 1: error: \(error)",
      ])
  }

  @Test("finds an error with another message")
  func otherMessage() async throws {
    let source = "let one: Int = \"\"  // error: missing return"
    let error = "cannot convert value of type 'String' to specified type 'Int'"
    #expect(
      try await problems(.rejected, source) == [
        "Not reported: line 1: error: missing return", "Not expected: line 1: error: \(error)",
      ])
  }

  @Test("finds an error that is not stated beside one that is")
  func unstated() async throws {
    let source = """
      let one: Int = ""  // error: cannot convert
      let two = three
      """
    #expect(
      try await problems(.rejected, source)
        == ["Not expected: line 2: error: cannot find 'three' in scope"])
  }

  @Test("finds a rejected source that states no error")
  func nothingStated() async throws {
    #expect(
      try await problems(.rejected, "let one = two") == [
        "It states no error; write '// error: part of the message' at its line.",
        "Not expected: line 1: error: cannot find 'two' in scope",
      ])
  }

  @Test("finds an accepted source that does not compile, or not in silence")
  func notAccepted() async throws {
    #expect(
      try await problems(.accepted, "let one = two") == [
        "It does not compile, although it must.",
        "Not expected: line 1: error: cannot find 'two' in scope",
      ])
    #expect(
      try await problems(.accepted, "func one() -> Int { 1 }\nfunc two() { one() }") == [
        "It compiles, but not in silence.",
        "Not expected: line 2: warning: result of call to 'one()' is unused [#no-usage]",
      ])
  }

  @Test("finds what is wrong about no line, as an import of a module that does not exist")
  func noLine() async throws {
    let problems = try await problems(.accepted, "// flags: -swift-version 7\nlet one = 1")
    #expect(problems.first == "It does not compile, although it must.")
    #expect(problems.last?.hasPrefix("Not expected: line 0: error: ") == true)
  }

  @Test("sees errors about isolation regions, which come after all others")
  func regions() async throws {
    let source = """
      final class Object { var count = 0 }
      @MainActor func use(_ object: Object) {}
      func pass(_ object: Object) async {
        await use(object)  // error: sending 'object' risks causing data races
      }
      """
    #expect(try await problems(.rejected, source) == [])
  }

  @Test("obeys compiler options in the first line")
  func flags() async throws {
    let source = "\nvar count = 0"
    #expect(try await problems(.accepted, "// flags: -default-isolation MainActor" + source) == [])
    #expect(try await problems(.accepted, source).count == 2)
  }

  @Test("knows the name that the build gives the package")
  func packageName() {
    #expect(Source.packageName(ofFolder: "ratchet") == "ratchet")
    #expect(Source.packageName(ofFolder: "9-Tiny.Xé z") == "__tiny_xé_z")
  }

  private func problems(_ kind: Verdict.Kind, _ text: String) async throws -> [String] {
    let folder = try SourceFolder()
    let file = try folder.write(text, to: "Source.swift")
    let source = Source.all(of: text)[0]
    return try await source.verdict(kind, in: file, by: Compiler.running.get()).problems
  }
}
