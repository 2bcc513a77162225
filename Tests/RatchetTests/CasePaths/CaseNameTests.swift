import RatchetTesting

@Suite("The name of the case that a constructor makes")
struct CaseNameTests {
  @Test("is found by the type, if only one case holds that")
  func onlyOne() {
    #expect(CaseNames.text(of: Kind.double) == "the case 'double'")
    #expect(CaseNames.text(of: Kind.point) == "the case 'point'")
    #expect(CaseNames.text(of: Kind.pair) == "the case 'pair'")
    #expect(CaseNames.text(of: Kind.list) == "the case 'list'")
    #expect(CaseNames.text(of: Kind.nested) == "the case 'nested'")
    #expect(CaseNames.text(of: Generic<Point>.value) == "the case 'value'")
  }

  @Test("is found by making a value, if several hold the type")
  func several() {
    #expect(CaseNames.text(of: Kind.count) == "the case 'count'")
    #expect(CaseNames.text(of: Kind.total) == "the case 'total'")
    #expect(CaseNames.text(of: Kind.name) == "the case 'name'")
    #expect(CaseNames.text(of: Kind.title) == "the case 'title'")
    #expect(CaseNames.text(of: Kind.isOn) == "the case 'isOn'")
  }

  @Test("is one of several, if no value can be made")
  func unknown() {
    #expect(CaseNames.text(of: Kind.from) == "the case 'from' or 'to'")
    #expect(CaseNames.text(of: { (_: Thing) in Kind.count(1) }) == "the case with 'Thing'")
  }
}

// MARK: - Fixtures

private enum Kind {
  case nothing
  case double(Double)
  case point(at: Point)
  case pair((Int, String))
  case list([Thing])
  indirect case nested(Kind)
  case count(Int)
  case total(Int)
  case name(String)
  case title(is: String)
  case isOn(Bool)
  case isOff(Bool)
  case from(Range<Int>)
  case to(Range<Int>)
}

private enum Generic<Value> {
  case none
  case value(Value)
  case text(String)
}

private struct Point {}

private final class Thing {}
