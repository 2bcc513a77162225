import RatchetTesting
import TestSupport

@Suite struct CaseReflectionTests {
  @Test("tells cases apart that print alike, or differ only in labels", .readsEnumsFromMemory)
  func sameCase() throws {
    let cases = [Printed.one, .other, .set(x: 1), .set(y: 1), .type(Int.self)]
    let found = try cases.map { try #require(CaseReflection($0)) }
    for (index, one) in found.enumerated() {
      #expect(found.indices.filter { found[$0].isSameCase(as: one) } == [index])
    }
    #expect(found[2].values as? [Int] == [1])
    // A metatype is not looked into.
    #expect(found[4].name == "type" && found[4].values.count == 1)
    #expect(CaseReflection(1) == nil)
  }

  @Test(
    "names the case of an action, of an element's, and of what is no enum, as declared",
    .readsEnumsFromMemory)
  func names() {
    #expect(caseName(of: Printed.one) == "one")
    #expect(caseName(of: Printed.set(x: 1)) == "set")
    #expect(caseName(of: Envelope.row(id: 1, action: .list([1]))) == "row.list")
    #expect(caseName(of: Envelope.middle(.inner(.none))) == "middle.inner.none")
    #expect(caseName(of: 5) == "Int")
  }
}

// MARK: - Fixtures

private enum Printed: CustomStringConvertible {
  case one, other, set(x: Int), set(y: Int), type(Int.Type)

  var description: String { "always the same" }
}
