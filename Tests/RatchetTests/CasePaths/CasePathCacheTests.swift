import Testing

@testable import Ratchet

@Suite("What is known about constructors") struct CasePathCacheTests {
  @Test("is found by the code of a function and its types") func found() throws {
    let code = FunctionCode(address: 0xF0_0010)
    let known = try ProvedConstructor(#require(CaseConstructor(Shape.number, code, .here)), code)
    #expect(CasePathCache.find(code, Shape.self, Int.self) == nil)
    CasePathCache.add(known)
    #expect(CasePathCache.find(code, Shape.self, Int.self) === known)
    #expect(CasePathCache.find(code, Shape.self, String.self) == nil)
    #expect(CasePathCache.find(code, Odd.self, Int.self) == nil)
    #expect(CasePathCache.find(FunctionCode(address: 0xF0_0020), Shape.self, Int.self) == nil)
  }

  @Test("stays what was found out first") func first() throws {
    let code = FunctionCode(address: 0xF1_0010)
    let one = try ProvedConstructor(#require(CaseConstructor(Shape.number, code, .here)), code)
    let other = try ProvedConstructor(#require(CaseConstructor(Shape.number, code, .here)), code)
    CasePathCache.add(one)
    CasePathCache.add(other)
    #expect(CasePathCache.find(code, Shape.self, Int.self) === one)
  }

  @Test("is not kept of functions that have captured something") func captured() {
    // Not a constant, which the optimizer would not capture.
    let number = CommandLine.arguments.count
    let capturing: @Sendable (Int) -> Shape = { .number($0 + number) }
    #expect(FunctionCode(of: capturing) == nil)
  }

  @Test("is not kept beyond a limit, and found by many threads that add it at once")
  func threads() async throws {
    let found = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var found = 0
          for index in 0..<200 {
            // They all begin at one slot.
            let code = FunctionCode(address: 0x7000_0000 + UInt(index) << 24)
            guard let constructor = CaseConstructor(Shape.number, code, .here) else { continue }
            CasePathCache.add(ProvedConstructor(constructor, code))
            guard let known = CasePathCache.find(code, Shape.self, Int.self) else { continue }
            if known.extraction(known.embedding(index)) == index { found += 1 }
          }
          return found
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.allSatisfy { $0 > 0 && $0 < 200 && $0 == found[0] }, "\(found)")
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
