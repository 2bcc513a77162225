import Ratchet
import RatchetTesting

/// Every shape of payload, by a path of one, two and three cases: each finds, makes and changes the
/// same.
@Suite("A path to each shape of payload, alone, appended, and appended twice")
struct AppendedShapeTests {
  @Test("one value") func oneValue() {
    check(CasePath(Form.number), 1, 2)
    check(CasePath(Form.labelled(x:)), 1, 2)
    check(CasePath(Form.list), [1], [1, 2])
    check(CasePath(Form.empty), EmptyPayload(), EmptyPayload())
  }

  @Test("a tuple as one value") func aTuple() {
    check(CasePath(Form.tuple), (1, "a"), (2, "b"))
    check(CasePath(Form.tupleOfLabels), (y: 1, z: "a"), (y: 2, z: "b"))
    check(CasePath(Form.labelledTuple(x:)), (y: 1, z: "a"), (y: 2, z: "b"))
    check(CasePath(Form.labelledPlainTuple(x:)), (1, "a"), (2, "b"))
    check(CasePath(Form.deepTuple(x:)), (y: (v: 1, w: "a"), z: 1), (y: (v: 2, w: "b"), z: 2))
    check(CasePath(Form.listOfTuples), [(y: 1, z: "a")], [(y: 2, z: "b")])
    check(CasePath(Form.optionalTuple), (y: 1, z: "a"), nil)
    check(CasePath(Form.labelledOptionalTuple(x:)), (y: 1, z: "a"), nil)
  }

  @Test("several values") func severalValues() {
    check(CasePath(Form.pair), (1, "a"), (2, "b"))
    check(CasePath(Form.row), (1, "a"), (2, "b"))
  }

  @Test("an optional") func anOptional() {
    check(CasePath(Form.optional), 1, nil)
    check(CasePath(Form.labelledOptional(x:)), 1, nil)
    check(CasePath(Form.twiceOptional), .some(nil), 1)
  }

  @Test("an existential, an object, a result") func existentials() {
    check(CasePath(Form.any), 1, "a")
    check(CasePath(Form.labelledAny(x:)), 1, "a")
    check(CasePath(Form.object), DerivedObject(1), DerivedObject(2))
    check(CasePath(Form.result), .success(1), .failure(ShapeError(code: 1)))
  }

  @Test("a value in a box") func aBox() {
    check(CasePath(Form.boxed), 1, 2)
    check(CasePath(Form.boxedTuple(x:)), (y: 1, z: "a"), (y: 2, z: "b"))
  }
}

// MARK: - Fixtures

private enum Outer: Sendable { case none, form(Form?), other(Form) }

private enum Form: Sendable {
  case none
  case number(Int)
  case labelled(x: Int)
  case list([Int])
  case empty(EmptyPayload)
  case tuple((Int, String))
  case tupleOfLabels((y: Int, z: String))
  case labelledTuple(x: (y: Int, z: String))
  case labelledPlainTuple(x: (Int, String))
  case deepTuple(x: (y: (v: Int, w: String), z: Int))
  case listOfTuples([(y: Int, z: String)])
  case optionalTuple((y: Int, z: String)?)
  case labelledOptionalTuple(x: (y: Int, z: String)?)
  case pair(Int, String)
  case row(id: Int, text: String)
  case optional(Int?)
  case labelledOptional(x: Int?)
  case twiceOptional(Int??)
  case any(any Sendable)
  case labelledAny(x: any Sendable)
  case object(DerivedObject)
  case result(Result<Int, any Error>)
  indirect case boxed(Int)
  indirect case boxedTuple(x: (y: Int, z: String))
}

/// Extracts, embeds and changes a value by a path alone, appended to one, and to two.
private func check<Value>(
  _ path: @autoclosure () -> CasePath<Form, Value>, _ value: Value, _ other: Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let root = path().embed(value)
  let location = sourceLocation
  for _ in 0..<2 {
    check(path(), root, .none, value, other, location)
    check(CasePath(Optional.some).appending(path()), root, nil, value, other, location)
    check(CasePath(Outer.other).appending(path()), .other(root), .none, value, other, location)
    check(path().ofOptional, root, .some(.none), value, other, location)
    let twice = CasePath(Outer.form).appending(CasePath(Optional.some)).appending(path())
    check(twice, .form(root), .form(nil), value, other, location)
  }
}

private func check<Root, Value>(
  _ path: CasePath<Root, Value>, _ root: Root, _ none: Root, _ value: Value, _ other: Value,
  _ sourceLocation: SourceLocation
) {
  let found = reports {
    // Compared as text: tuples are not equatable.
    let values = [value, other].map { "\($0)" }
    #expect(path.extract(from: root).map { "\($0)" } == values[0], sourceLocation: sourceLocation)
    #expect(path.extract(from: none) == nil, sourceLocation: sourceLocation)
    let made = path.embed(other)
    #expect(path.extract(from: made).map { "\($0)" } == values[1], sourceLocation: sourceLocation)
    var changed = root
    path.modify(&changed) { $0 = other }
    #expect("\(changed)" == "\(made)", sourceLocation: sourceLocation)
    #expect(path.is(changed) && !path.is(none), sourceLocation: sourceLocation)
  }
  #expect(found == [], sourceLocation: sourceLocation)
}
