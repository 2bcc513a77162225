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
