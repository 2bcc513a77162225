import RatchetTesting

@Suite struct CasePathTests {
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

  @Test("tells whether a value is of the case")
  func isOfCase() {
    enum Action { case number(Int), text(String) }
    let number = CasePath(Action.number)
    for _ in 0..<3 {
      #expect(number.is(.number(1)))
      #expect(!number.is(.text("1")))
    }
  }

  @Test("changes the associated values in place, and returns what the closure returns")
  func modify() throws {
    var shape = Shape.list([1, 2])
    for number in 3..<6 {
      let count = CasePath(Shape.list).modify(&shape) { list in
        list.append(number)
        return list.count
      }
      #expect(count == number)
    }
    guard case .list([1, 2, 3, 4, 5]) = shape else {
      Issue.record("\(shape)")
      return
    }
  }

  @Test("keeps what a closure changed before it threw")
  func throwingModify() {
    enum Action: Equatable { case number(Int) }
    func fail() throws { throw CancellationError() }
    for _ in 0..<3 {
      var action = Action.number(1)
      #expect(throws: CancellationError.self) {
        try CasePath(Action.number).modify(&action) { number in
          number = 2
          try fail()
        }
      }
      #expect(action == .number(2))
    }
  }

  @Test("reports a value of another case that was to be changed")
  func modifyOtherCase() {
    enum Action: Equatable { case number(Int), text(String) }
    var action = Action.text("a")
    let line: UInt = #line + 2
    let found = reports {
      CasePath(Action.number).modify(&action) { $0 += 1 }
    }
    #expect(action == .text("a"))
    #expect(
      found == [
        LogMessage(
          level: .error,
          text: """
            Tried to modify the case that holds 'Int', but the 'Action' is in a different case: \
            text("a")

            Nothing was changed. To fix this, check with 'is(_:)' first, or assign the whole value.
            """, fileID: #fileID, line: line)
      ])
  }
}
