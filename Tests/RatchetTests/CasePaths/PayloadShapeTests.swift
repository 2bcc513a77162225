import RatchetTesting

/// Every shape of payload, by a path through one, two and three cases: each finds, makes and
/// changes the same.
@Suite("A path to each shape of payload, through one, two, and three cases")
struct PayloadShapeTests {
  @Test("finds, makes and changes what the case holds") func shapes() {
    check(CasePath(Shape.number), 1, 2)
    check(CasePath(Shape.labelled(x:)), 1, 2)
    check(CasePath(Shape.list), [1], [1, 2])
    check(CasePath(Shape.empty), EmptyPayload(), EmptyPayload())
    check(CasePath(Shape.void), (), ())
    check(CasePath(Shape.tuple), (1, "a"), (2, "b"))
    check(CasePath(Shape.tupleOfLabels), (y: 1, z: "a"), (y: 2, z: "b"))
    check(CasePath(Shape.labelledTuple(x:)), (y: 1, z: "a"), (y: 2, z: "b"))
    check(CasePath(Shape.labelledPlainTuple(x:)), (1, "a"), (2, "b"))
    check(CasePath(Shape.deepTuple(x:)), (y: (v: 1, w: "a"), z: 1), (y: (v: 2, w: "b"), z: 2))
    check(CasePath(Shape.listOfTuples), [(y: 1, z: "a")], [(y: 2, z: "b")])
    check(CasePath(Shape.optionalTuple), (y: 1, z: "a"), nil)
    check(CasePath(Shape.labelledOptionalTuple(x:)), (y: 1, z: "a"), nil)
    check(CasePath(Shape.pair), (1, "a"), (2, "b"))
    check(CasePath(Shape.row), (1, "a"), (2, "b"))
    check(CasePath(Shape.optional), 1, nil)
    check(CasePath(Shape.labelledOptional(x:)), 1, nil)
    check(CasePath(Shape.twiceOptional), .some(nil), 1)
    check(CasePath(Shape.any), 1, "a")
    check(CasePath(Shape.labelledAny(x:)), 1, "a")
    check(CasePath(Shape.named), 1, "a")
    check(CasePath(Shape.sequence), [1], 1...2)
    check(CasePath(Shape.object), DerivedObject(1), DerivedObject(2))
    check(CasePath(Shape.base), BaseObject(1), DerivedObject(2))
    check(CasePath(Shape.result), .success(1), .failure(ShapeError(code: 1)))
    check(CasePath(Shape.boxed), 1, 2)
    check(CasePath(Shape.boxedObject), DerivedObject(1), DerivedObject(2))
    check(CasePath(Shape.boxedTuple(x:)), (y: 1, z: "a"), (y: 2, z: "b"))
  }

  @Test("no value") func noValue() {
    let path = CasePath { () -> Shape in .none }
    #expect(path.extract(from: .number(1)) == nil)
    #expect(path.extract(from: .none) != nil)
    #expect(path.extract(from: .void(())) == nil)
    #expect(path.verdict == .chained)
  }

  @Test("never has no value to find") func neverHasNoValueToFind() {
    let path = CasePath(OfNever.impossible)
    #expect(path.extract(from: .possible(1)) == nil)
    #expect(path.extract(from: .nothing) == nil)
    #expect(path.verdict == .unknown)
  }

  @Test("a struct that holds a closure") func closureHolder() {
    let path = CasePath(Shape.holder)
    for number in 0..<3 {
      #expect(path.extract(from: .holder(ClosureHolder { $0 + number }))?.add(1) == number + 1)
    }
    #expect(path.extract(from: .none) == nil)
  }
}

// MARK: - Fixtures

enum Shape: Sendable {
  case none
  case number(Int)
  case text(String)
  case labelled(x: Int)
  case list([Int])
  case empty(EmptyPayload)
  case void(Void)
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
  case named(any CustomStringConvertible & Sendable)
  case sequence(any Sequence<Int> & Sendable)
  case object(DerivedObject)
  case base(BaseObject)
  case result(Result<Int, any Error>)
  case holder(ClosureHolder)
  indirect case boxed(Int)
  indirect case boxedObject(DerivedObject)
  indirect case boxedTuple(x: (y: Int, z: String))
}

private enum Outer: Sendable { case none, form(Shape?), other(Shape) }

enum OfNever: Sendable {
  case nothing
  case possible(Int)
  case impossible(Never)
}

struct EmptyPayload: Equatable {}
struct ShapeError: Error { var code: Int }
struct ClosureHolder: Sendable { var add: @Sendable (Int) -> Int }

class BaseObject: @unchecked Sendable, Equatable {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (one: BaseObject, other: BaseObject) -> Bool { one === other }
}
final class DerivedObject: BaseObject, @unchecked Sendable {}

/// Extracts, embeds and changes a value by a path alone, and by one inside one case, and two.
private func check<Value>(
  _ path: @autoclosure () -> CasePath<Shape, Value>, _ value: Value, _ other: Value,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let root = path().embed(value)
  let location = sourceLocation
  for _ in 0..<2 {
    let alone = path()
    check(alone, root, .none, value, other, location)
    #expect(alone.verdict?.isProved == EnumMemory.isTrusted, sourceLocation: location)
    let optional = CasePath<Shape?, Value> { alone.embed($0) }
    check(optional, root, .some(.none), value, other, location)
    check(optional, root, nil, value, other, location)
    let twice = CasePath<Outer, Value> { .other(alone.embed($0)) }
    check(twice, .other(root), .none, value, other, location)
    let thrice = CasePath<Outer, Value> { .form(.some(alone.embed($0))) }
    check(thrice, .form(root), .form(nil), value, other, location)
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
