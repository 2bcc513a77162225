import TestSupport
import Testing

@testable import Ratchet

@Suite("The constructor of a case")
struct CaseConstructorTests {
  @Test(
    "extracts if another thread has proved it after this thread saw nothing proved",
    .readsEnumsFromMemory)
  func provedMeanwhile() throws {
    let constructor = try #require(CasePath(Figure.circle).constructor)
    _ = constructor.embed(1)
    #expect(constructor.verdict.isProved)
    #expect(constructor.extract(unprovedFrom: .circle(2)) == 2)
    #expect(constructor.extract(unprovedFrom: .square(2)) == nil)
  }
}

// MARK: - Fixtures

private enum Figure: Sendable {
  case circle(Int)
  case square(Int)
}
