import RatchetTesting

@Suite struct CaseReflectionTests {
  @Test("cases that print alike are told apart") func casesThatPrintAlikeAreToldApart() throws {
    let one = try #require(CaseReflection(Printed.one))
    let other = try #require(CaseReflection(Printed.other))
    #expect(!one.isSameCase(as: other))
    #expect(one.isSameCase(as: one))
  }

  @Test("cases of one name but different labels are told apart")
  func casesOfOneNameButDifferentLabelsAreToldApart() throws {
    let one = try #require(CaseReflection(Printed.set(x: 1)))
    let other = try #require(CaseReflection(Printed.set(y: 1)))
    #expect(!one.isSameCase(as: other))
    #expect(try #require(CaseReflection(Printed.set(x: 2))).isSameCase(as: one))
  }

  @Test("associated values come in order without labels")
  func associatedValuesComeInOrderWithoutLabels() throws {
    #expect(try #require(CaseReflection(Printed.set(x: 1))).values as? [Int] == [1])
    let row = try #require(CaseReflection(Shape.row(id: 1, action: "a", 2)))
    #expect(row.values.map { "\($0)" } == ["1", "a", "2.0"])
    #expect(row.name == "row")
    #expect(try #require(CaseReflection(Shape.void(()))).values.isEmpty)
  }

  @Test("a metatype in a case is not looked into") func aMetatypeInACaseIsNotLookedInto() throws {
    let reflection = try #require(CaseReflection(Printed.type(Int.self)))
    #expect(reflection.name == "type")
    #expect(reflection.values.count == 1)
  }

  @Test("what is not an enum has no case") func whatIsNotAnEnumHasNoCase() {
    #expect(CaseReflection(1) == nil)
    #expect(CaseReflection("text") == nil)
  }
}

// MARK: - Fixtures

private enum Printed: CustomStringConvertible {
  case one
  case other
  case set(x: Int)
  case set(y: Int)
  case type(Int.Type)

  var description: String { "always the same" }
}
