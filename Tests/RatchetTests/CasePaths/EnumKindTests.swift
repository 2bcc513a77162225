import Foundation
import RatchetTesting
import TestSupport

/// Every kind of enum: generic, nested, optional, with one payload or several, with layouts of all
/// sizes.
@Suite struct EnumKindTests {
  @Test("generic enums") func genericEnums() {
    check(CasePath(Either<Int, String>.left), isProjected: true, others: [.right("")]) {
      Int($0.next() >> 1)
    }
    check(CasePath(Either<Int, String>.right), isProjected: true, others: [.left(1), .neither]) {
      "\($0.next())"
    }
    check(CasePath(Either<Int, Int>.left), isProjected: true, others: [.right(1), .neither]) {
      Int($0.next() >> 1)
    }
    check(CasePath(Either<Int?, [Double]>.left), isProjected: true, others: [.right([1])]) {
      Bool.random(using: &$0) ? nil : 1
    }
    checkText(CasePath(Either<(Int, Bool), Void>.left), isProjected: true, others: [.right(())]) {
      (Int($0.next() >> 1), Bool.random(using: &$0))
    }
    checkText(CasePath(Either<Int, Bool>.both), isProjected: true, others: [.left(1), .neither]) {
      (Int($0.next() >> 1), Bool.random(using: &$0))
    }
    checkText(CasePath(Either<any Sendable, Bool>.left), isProjected: true, others: [.right(true)])
    {
      $0.next()
    }
  }

  @Test("generic code") func genericCode() {
    func checkGeneric<A: Equatable & Sendable, B: Sendable>(_ a: A, _ b: B) {
      check(CasePath(Either<A, B>.left), isProjected: true, others: [.right(b), .neither]) { _ in a
      }
      checkText(CasePath(Either<A, B>.both), isProjected: true, others: [.right(b)]) { _ in (a, b) }
    }
    checkGeneric(1, "b")
    checkGeneric("a", UInt8(1))
    checkGeneric([1], DerivedObject(1))
    checkGeneric(EmptyPayload(), EmptyPayload())
    checkGeneric(Either<Int, Int>.left(1).description, 1.5)
  }

  @Test("nested enums") func nestedEnums() {
    let path = CasePath(Outer.inner).appending(CasePath(Outer.Inner.leaf)).appending(
      CasePath(Outer.Inner.Leaf.text))
    var generator = SeededRandom(1)
    for _ in 0..<1_000 {
      let text = "\(generator.next())"
      #expect(path.extract(from: .inner(.leaf(.text(text)))) == text)
      #expect(path.extract(from: .inner(.leaf(.number(1)))) == nil)
      #expect(path.extract(from: .inner(.none)) == nil)
      #expect(path.extract(from: .other(1)) == nil)
      guard case .inner(.leaf(.text(text))) = path.embed(text) else {
        Issue.record("\(text)")
        return
      }
    }
  }

  @Test("optionals as enums") func optionalsAsEnums() {
    check(CasePath<Int?, Int>(Optional.some), isProjected: true, others: [nil]) {
      Int($0.next() >> 1)
    }
    check(CasePath<Int??, Int?>(Optional.some), isProjected: true, others: [nil]) {
      Bool.random(using: &$0) ? nil : 1
    }
    checkText(
      CasePath<(any Sendable)?, any Sendable>(Optional.some), isProjected: true, others: [nil]
    ) { $0.next() }
    checkText(
      CasePath<(Int, String)?, (Int, String)>(Optional.some), isProjected: true, others: [nil]
    ) { (Int($0.next() >> 1), "") }
  }

  @Test("one payload") func onePayload() {
    check(CasePath(One.value), isProjected: true, others: []) { $0.next() }
    check(CasePath(OneOrNone.value), isProjected: true, others: [.first, .second]) { _ in true }
    check(CasePath(OneObject.value), isProjected: true, others: [.first, .second]) {
      DerivedObject(Int($0.next() >> 1))
    }
    check(
      CasePath(Result<Int, ShapeError>.success), isProjected: true,
      others: [.failure(ShapeError(code: 1))]
    ) { Int($0.next() >> 1) }
  }

  @Test("a large payload") func aLargePayload() {
    check(CasePath(Large.value), isProjected: true, others: [.other("")]) {
      Wide(text: "\($0.next())", number: Int($0.next() >> 1))
    }
  }

  @Test("Foundation's types") func foundationsTypes() {
    check(CasePath(Dated.date), isProjected: true, others: [.url(URL(filePath: "/"))]) {
      Date(timeIntervalSince1970: Double($0.next() % 1_000_000))
    }
    check(CasePath(Dated.url), isProjected: true, others: [.date(.now)]) {
      URL(filePath: "/\($0.next())")
    }
  }

  @Test("many cases with one payload type") func manyCasesWithOnePayloadType() {
    let path = CasePath(Many.c)
    for number in 0..<1_000 {
      #expect(path.extract(from: .a(number)) == nil)
      #expect(path.extract(from: .b(number)) == nil)
      #expect(path.extract(from: .c(number)) == number)
      #expect(path.extract(from: .d("")) == nil)
    }
  }

  @Test("used by many threads at once") func usedByManyThreadsAtOnce() async {
    for _ in 0..<100 {
      let path = CasePath(Shape.row)
      let found = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            path.extract(from: .number(1)) == nil
              && path.extract(from: .row(id: UInt8(number), action: "a", 1))?.0 == UInt8(number)
          }
        }
        return await group.allSatisfy { $0 }
      }
      #expect(found)
    }
  }
}

// MARK: - Fixtures

private enum Either<Left: Sendable, Right: Sendable>: Sendable, CustomStringConvertible {
  case left(Left)
  case right(Right)
  case both(left: Left, right: Right)
  case neither
  case nothing

  var description: String { "always the same" }
}

private enum Outer: Sendable {
  case other(Int)
  case inner(Inner)

  enum Inner: Sendable {
    case none
    case leaf(Leaf)

    enum Leaf: Sendable {
      case text(String)
      case number(Int)
    }
  }
}

private enum One: Sendable { case value(UInt64) }
private enum OneOrNone: Sendable { case first, value(Bool), second }
private enum OneObject: Sendable { case first, value(DerivedObject), second }
private enum Many: Sendable { case a(Int), b(Int), c(Int), d(String) }
private enum Dated: Sendable { case date(Date), url(URL) }
private enum Large: Sendable { case value(Wide), other(String) }

private struct Wide: Equatable, Sendable {
  var text: String
  var number: Int
  var rest: [8 of Wider] = .init(repeating: Wider())
  static func == (one: Wide, other: Wide) -> Bool {
    one.text == other.text && one.number == other.number
      && one.rest[7].text == other.rest[7].text
  }
}

private struct Wider: Sendable {
  var numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9), more = (1, 2, 3, 4, 5, 6, 7), text = "text"
}
