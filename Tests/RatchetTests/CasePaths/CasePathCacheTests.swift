import TestSupport
import Testing

@testable import Ratchet

@Suite("What is known about constructors") struct CasePathCacheTests {
  @Test("is not kept of functions that have captured something") func captured() {
    // Not a constant, which the optimizer would not capture.
    let number = CommandLine.arguments.count
    let capturing: @Sendable (Int) -> Shape = { .number($0 + number) }
    #expect(CasePathCache.code(of: capturing) == nil)
  }

  @Test("serves paths that many threads make at each use", .deep(500, small: 50))
  func eachUse() async {
    let found = await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<Deep.size).allSatisfy { number in
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
