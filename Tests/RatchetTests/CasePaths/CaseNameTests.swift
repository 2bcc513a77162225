import RatchetTesting
import TestSupport

@Suite("The name of the case that a function makes")
struct CaseNameTests {
  @Test(
    "is that of what it makes of a sample, or of the cases that hold what it takes",
    .readsEnumsFromMemory)
  func names() {
    #expect(text("", Kind.name("")) == "the case 'name'")
    #expect(text(0, Kind.nested(.total(0))) == "the case 'nested.total'")
    #expect(text(Int?.none, Kind.maybe(nil)) == "the case 'maybe'")
    #expect(CaseNames.text(nil, of: [], in: Kind.self, Character.self) == "the case 'pair.first'")
    #expect(text("", Kind.row(id: 7, name: "")) == #"the form 'row(id: 7, name: "")'"#)
    #expect(CaseNames.text(nil, of: [], in: Kind.self, Point.self) == "the case 'point'")
    #expect(
      CaseNames.text(nil, of: [], in: Kind.self, Range<Int>.self) == "the case 'from' or 'to'")
    #expect(
      CaseNames.text(nil, of: [], in: Kind?.self, Point.self) == "the case 'some.point'")
    #expect(CaseNames.text(nil, of: [], in: Kind.self, Thing.self) == "a case with 'Thing'")
  }

  private func text<Value>(_ sample: Value, _ made: Kind) -> String {
    CaseNames.text(made, of: [sample], in: Kind.self, Value.self)
  }
}

// MARK: - Fixtures

private enum Kind {
  case point(at: Point)
  indirect case nested(Kind)
  case total(Int)
  case name(String)
  case row(id: Int, name: String)
  case from(Range<Int>)
  case to(Range<Int>)
  case maybe(Int?)
  case pair(id: Int, Pair)
}

private enum Pair { case first(Character, Int) }

private struct Point {}

private final class Thing {}
