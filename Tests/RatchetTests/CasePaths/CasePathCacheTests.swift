import Testing

@testable import Ratchet

@Suite("What is known about constructors") struct CasePathCacheTests {
  @Test("is found by the code of a function and its types") func found() throws {
    func constructor(_ code: UInt) -> CaseConstructor<Shape, Int>? {
      CasePathCache.constructor(code) { CaseConstructor(Shape.number, .here) }
    }
    let known = try #require(constructor(0xF0_0010))
    #expect(constructor(0xF0_0010) === known)
    #expect(constructor(0xF0_0020) !== known)
    let other = CasePathCache.constructor(0xF0_0010) { CaseConstructor(Shape.text, .here) }
    #expect(other?.embed("a") != nil)
    #expect(constructor(0xF0_0010) === known)
  }

  @Test("is not kept of functions that have captured something") func captured() {
    // Not a constant, which the optimizer would not capture.
    let number = CommandLine.arguments.count
    let capturing: @Sendable (Int) -> Shape = { .number($0 + number) }
    #expect(CasePathCache.code(of: capturing) == nil)
  }

  @Test("serves paths that many threads make at each use") func eachUse() async {
    let found = await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy { number in
            CasePath(Shape.number).extract(from: .number(number)) == number
              && CasePath(Shape.text).extract(from: .number(number)) == nil
              && CasePath(Shape.boxed).extract(from: .boxed(thread)) == thread
              && CasePath(Shape.pair).extract(from: .pair(number, "a"))?.0 == number
          }
        }
      }
      return await group.allSatisfy { $0 }
    }
    #expect(found)
  }

  @Test("is learned anew of a function that turned out to be no constructor") func wrong() {
    for _ in 0..<3 {
      let found = reports {
        let path = CasePath { (number: Int) in number < 5 ? Odd.number(number) : .other(number) }
        for number in 0..<10 { _ = path.embed(number) }
      }
      #expect(found.count == 1)
    }
  }
}

// MARK: - Fixtures

extension SourceOrigin {
  fileprivate static var here: SourceOrigin { SourceOrigin(fileID: #fileID, line: #line) }
}
