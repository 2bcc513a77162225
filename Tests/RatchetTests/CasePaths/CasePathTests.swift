import RatchetTesting

@Suite struct CasePathTests {
  @Test("the example of the documentation") func theExampleOfTheDocumentation() {
    enum Action {
      case number(Int)
      case row(id: Int, action: String)
    }

    let number = CasePath(Action.number)
    #expect(number.extract(from: .number(1)) == 1)
    #expect(number.extract(from: .row(id: 1, action: "tap")) == nil)

    let row = CasePath(Action.row)
    #expect(row.extract(from: .row(id: 1, action: "tap")) ?? (0, "") == (1, "tap"))
    #expect(number.extract(from: row.embed((2, "tap"))) == nil)
  }

  @Test("embeds by the constructor") func embedsByTheConstructor() {
    guard case .row(id: 1, action: "a", 2) = CasePath(Shape.row).embed((1, "a", 2)) else {
      Issue.record("not a row")
      return
    }
  }

  @Test("cases with one name are told apart by their labels")
  func casesWithOneNameAreToldApartByTheirLabels() {
    enum Action { case set(x: Int), set(y: Int) }
    let x = CasePath(Action.set(x:))
    let y = CasePath(Action.set(y:))
    for _ in 0..<3 {
      #expect(x.extract(from: .set(y: 1)) == nil)
      #expect(y.extract(from: .set(x: 1)) == nil)
      #expect(x.extract(from: .set(x: 2)) == 2)
      #expect(y.extract(from: .set(y: 3)) == 3)
    }
  }

  @Test("made by hand") func madeByHand() {
    let even = CasePath<Int, Int>(embed: { $0 * 2 }, extract: { $0 % 2 == 0 ? $0 / 2 : nil })
    #expect(even.extract(from: even.embed(21)) == 21)
    #expect(even.extract(from: 43) == nil)
    #expect(even.appending(even).extract(from: 84) == 21)
    #expect(even.verdict == nil)
  }

  @Test("state that is not sendable") func stateThatIsNotSendable() {
    final class Reference { var number = 1 }
    enum State { case loading, loaded(Reference) }
    let path = CasePath(State.loaded)
    let reference = Reference()
    for _ in 0..<3 {
      #expect(path.extract(from: .loaded(reference)) === reference)
      #expect(path.extract(from: .loading) == nil)
    }
  }

  @Test("the root is left as it was") func theRootIsLeftAsItWas() {
    let path = CasePath(Shape.list)
    let root = Shape.list([1, 2, 3])
    for _ in 0..<3 {
      var found = path.extract(from: root)
      found?.append(4)
      #expect(found == [1, 2, 3, 4])
      #expect(path.extract(from: root) == [1, 2, 3])
    }
  }
}
