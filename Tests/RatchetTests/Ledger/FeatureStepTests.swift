import RatchetTesting

@testable import Ratchet

@Suite("A step to a child")
struct FeatureStepTests {
  @Test("is the same if line, column, types and key path are, and only then")
  func equality() {
    let step = Self.step(\.a)
    #expect(step == Self.step(\.a))
    #expect(step != Self.step(\.b))
    #expect(step != Self.step(\.a, line: 2))
    #expect(step != Self.step(\.a, column: 2))
    #expect(step != Self.step(\.a, file: "Tests/Other.swift"))
    let site = Self.site(\.a)
    #expect(step != FeatureStep(site, to: String.self, isPart: true) { (_: Pair, _, _) in })
    #expect(step != FeatureStep(site, to: Int.self, isPart: true) { (_: Int, _, _) in })
  }

  @Test("to a subscript is the same if its arguments are")
  func subscripts() {
    #expect(Self.step(\.[1]) == Self.step(\.[1]))
    #expect(Self.step(\.[1]) != Self.step(\.[2]))
  }

  // MARK: - Fixtures

  private struct Pair {
    var a = 1
    var b = 2
    subscript(index: Int) -> Int {
      get { index == 0 ? a : b }
      set { a = newValue }
    }
  }

  private static func site(
    _ keyPath: WritableKeyPath<Pair, Int>, file: StaticString = "Tests/Feature.swift",
    line: UInt = 1, column: UInt = 1
  ) -> ChildSite {
    ChildSite(keyPath, CasePath(Optional<Int>.some), file, line, column)
  }

  private static func step(
    _ keyPath: WritableKeyPath<Pair, Int>, file: StaticString = "Tests/Feature.swift",
    line: UInt = 1, column: UInt = 1
  ) -> FeatureStep {
    FeatureStep(site(keyPath, file: file, line: line, column: column), to: Int.self, isPart: true) {
      (_: Pair, _, _) in
    }
  }
}
