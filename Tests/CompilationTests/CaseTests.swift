import Foundation
import RatchetTesting
import TestSupport

@Suite("What users write")
struct CaseTests {
  @Test(
    "compiles, or is rejected for the stated reason", .enabled(if: Deep.isFull),
    arguments: try CompileCase.all())
  func compiles(_ example: CompileCase) async throws {
    let verdict = try await example.verdict(by: Compiler.running.get())
    #expect(verdict.problems.isEmpty, "\(verdict)")
  }

  @Test("is rejected in 90 different ways at least")
  func mistakes() throws {
    let rejected = try CompileCase.all().filter { $0.kind == .rejected }
    #expect(rejected.flatMap(\.source.expected).count >= 90)
  }

  @Test("is rejected with each message that 'What the compiler says' explains")
  func messages() throws {
    let guide = try Guide(Repository.text("Docs/Ratchet.docc/ComingFromTCA.md"))
    let section = try #require(guide.sections.first { $0.title == "What the compiler says" })
    let messages = section.text.matches(of: /\n- `([^`]+)`/).map(\.1)
    #expect(messages.count == 8)
    let stated = try CompileCase.all().flatMap(\.source.expected)
    for message in messages {
      let entry = Guide.Entry(message: String(message), link: "")
      #expect(stated.contains(where: entry.matches), "\(message)")
    }
  }

  @Test("is expected of the mistake, unless it stands beside the correction")
  func expectations() {
    let text = """
      // flags: -swift-version 5
      #if MISTAKE
        let one = two  // error: two
      #else
        let one = 1  // warning: one
      #endif
      let three = one  // error: three
      """
    let cases = CompileCase.all(in: text, of: URL(filePath: "/Case.swift"))
    #expect(cases.map(\.kind) == [.rejected, .accepted])
    #expect(cases.map { $0.source.expected.map(\.line) } == [[3, 7], [5]])
    #expect(
      cases.map(\.source.flags) == [
        ["-swift-version", "5", "-D", "MISTAKE"], ["-swift-version", "5"],
      ])
  }
}
