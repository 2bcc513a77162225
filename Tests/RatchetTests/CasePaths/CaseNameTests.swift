import RatchetTesting

@Suite("The name of the case that a constructor makes")
struct CaseNameTests {
  @Test("is found by the type, or by making a value if several cases hold that")
  func names() {
    let texts = [
      CaseNames.text(of: Kind.point), CaseNames.text(of: Kind.pair),
      CaseNames.text(of: Kind.nested), CaseNames.text(of: Generic<Point>.value),
      CaseNames.text(of: Kind.count), CaseNames.text(of: Kind.total), CaseNames.text(of: Kind.name),
      CaseNames.text(of: Kind.title), CaseNames.text(of: Kind.isOn),
    ]
    let names = ["point", "pair", "nested", "value", "count", "total", "name", "title", "isOn"]
    #expect(texts == names.map { "the case '\($0)'" })
    #expect(CaseNames.text(of: Kind.from) == "the case 'from' or 'to'")
    #expect(CaseNames.text(of: { (_: Thing) in Kind.count(1) }) == "the case with 'Thing'")
  }
}

// MARK: - Fixtures

private enum Kind {
  case point(at: Point)
  case pair((Int, String))
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
