import RatchetTesting

@Suite("What users write")
struct CaseTests {
  @Test("compiles, or is rejected for the stated reason", arguments: try CompileCase.all())
  func compiles(_ example: CompileCase) async throws {
    let verdict = try await example.verdict(by: Compiler.running.get())
    #expect(verdict.problems.isEmpty, "\(verdict)")
  }

  @Test("is rejected in 30 different ways at least, each with the corrected form beside it")
  func pairs() throws {
    let cases = try CompileCase.all()
    let rejected = Set(cases.filter { $0.kind == .rejected }.map(\.subject))
    let accepted = Set(cases.filter { $0.kind == .accepted }.map(\.subject))
    #expect(rejected.subtracting(accepted) == [])
    #expect(rejected.count >= 30)
    #expect(cases.filter { $0.kind == nil }.map(\.path) == [])
  }
}
