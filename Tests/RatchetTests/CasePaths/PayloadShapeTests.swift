import Foundation
import RatchetTesting
import TestSupport

/// Every shape of payload: what comes out is what went in, whether it is read from memory or by
/// reflection.
@Suite struct PayloadShapeTests {
  @Test("one value") func oneValue() {
    check(CasePath(Shape.number), isProjected: true, others: [.none, .text(""), .flag(false)]) {
      Int.random(in: .min ... .max, using: &$0)
    }
    check(CasePath(Shape.text), isProjected: true, others: [.none, .number(1)]) {
      String($0.next(), radix: 36)
    }
    check(CasePath(Shape.flag), isProjected: true, others: [.none, .number(0)]) {
      $0.next() % 2 == 0
    }
    check(CasePath(Shape.list), isProjected: true, others: [.none, .number(0)]) {
      Array(repeating: Int.random(in: 0...9, using: &$0), count: Int.random(in: 0...9, using: &$0))
    }
  }

  @Test("a labelled value") func aLabelledValue() {
    check(CasePath(Shape.labelled), isProjected: true, others: [.number(0)]) { Int($0.next() >> 1) }
  }

  @Test("a tuple as one value") func aTupleAsOneValue() {
    let path = CasePath(Shape.tuple)
    checkText(path, isProjected: true, others: [.number(0), .pair(1, "")]) {
      (Int($0.next() >> 1), "\($0.next())")
    }
  }

  @Test("several values") func severalValues() {
    checkText(CasePath(Shape.pair), isProjected: true, others: [.none, .tuple((1, ""))]) {
      (Int($0.next() >> 1), "\($0.next())")
    }
    checkText(CasePath(Shape.row), isProjected: true, others: [.none, .pair(1, "")]) {
      (UInt8.random(in: 0...255, using: &$0), "\($0.next())", Double.random(in: 0...1, using: &$0))
    }
  }

  @Test("optionals") func optionals() {
    check(CasePath(Shape.optional), isProjected: true, others: [.none, .number(0)]) {
      Bool.random(using: &$0) ? nil : Int($0.next() >> 1)
    }
    check(CasePath(Shape.twiceOptional), isProjected: true, others: [.none, .optional(1)]) {
      switch $0.next() % 3 {
      case 0: nil
      case 1: .some(nil)
      default: "\($0.next())"
      }
    }
  }

  @Test("classes") func classes() {
    check(CasePath(Shape.object), isProjected: true, others: [.none, .base(DerivedObject(2))]) {
      DerivedObject(Int($0.next() >> 1))
    }
    check(CasePath(Shape.base), isProjected: true, others: [.none, .object(DerivedObject(2))]) {
      $0.next() % 2 == 0 ? BaseObject(1) : DerivedObject(2)
    }
  }

  @Test("existentials") func existentials() {
    checkText(CasePath(Shape.any), isProjected: true, others: [.none, .number(1)]) {
      let isNumber = Bool.random(using: &$0)
      let value: any Sendable = if isNumber { 7 } else { "\($0.next())" }
      return value
    }
    checkText(CasePath(Shape.named), isProjected: true, others: [.none, .any(1)]) {
      let isNumber = Bool.random(using: &$0)
      let value: any CustomStringConvertible & Sendable = if isNumber { 7 } else { "\($0.next())" }
      return value
    }
    checkText(CasePath(Shape.error), isProjected: true, others: [.none, .any(1)]) {
      ShapeError(code: Int($0.next() >> 1))
    }
    checkText(CasePath(Shape.sequence), isProjected: true, others: [.none, .any(1)]) {
      let end = Int.random(in: 1...9, using: &$0)
      let value: any Sequence<Int> & Sendable = if end < 5 { [1, end] } else { 1...end }
      return value
    }
  }

  @Test("values of no size") func valuesOfNoSize() {
    check(CasePath(Shape.empty), isProjected: true, others: [.none, .number(1)]) { _ in
      EmptyPayload()
    }
    checkText(CasePath(Shape.void), isProjected: true, others: [.none, .number(1)]) { _ in () }
  }

  @Test("no value") func noValue() {
    let path = CasePath { () -> Shape in .none }
    #expect(path.extract(from: .number(1)) == nil)
    #expect(path.extract(from: .none) != nil)
    #expect(path.extract(from: .void(())) == nil)
    #expect(path.verdict.map { $0 == .reflected(tag: $0.tag ?? -1) } == true)
  }

  @Test("never has no value to find") func neverHasNoValueToFind() {
    let path = CasePath(OfNever.impossible)
    #expect(path.extract(from: .possible(1)) == nil)
    #expect(path.extract(from: .nothing) == nil)
    #expect(path.verdict == .unknown)
  }

  @Test("a struct that holds a closure") func aStructThatHoldsAClosure() {
    let path = CasePath(Shape.holder)
    for number in 0..<1_000 {
      #expect(path.extract(from: .holder(ClosureHolder { $0 + number }))?.add(1) == number + 1)
    }
    #expect(path.extract(from: .none) == nil)
    #expect(path.verdict?.isProjected == true)
  }

  @Test("an indirect case") func anIndirectCase() {
    check(CasePath(Shape.boxed), isProjected: false, others: [.none, .number(1)]) {
      Int($0.next() >> 1)
    }
    check(CasePath(Shape.boxedObject), isProjected: false, others: [.none, .number(1)]) {
      DerivedObject(Int($0.next() >> 1))
    }
    checkText(CasePath(Shape.boxedRow), isProjected: false, others: [.none, .number(1)]) {
      (Int($0.next() >> 1), Shape.number(Int($0.next() >> 1)))
    }
  }
}

// MARK: - Fixtures

enum Shape: Sendable {
  case none
  case number(Int)
  case text(String)
  case flag(Bool)
  case list([Int])
  case labelled(id: Int)
  case tuple((Int, String))
  case pair(Int, String)
  case row(id: UInt8, action: String, Double)
  case optional(Int?)
  case twiceOptional(String??)
  case object(DerivedObject)
  case base(BaseObject)
  case any(any Sendable)
  case named(any CustomStringConvertible & Sendable)
  case error(any Error)
  case sequence(any Sequence<Int> & Sendable)
  case empty(EmptyPayload)
  case void(Void)
  case holder(ClosureHolder)
  indirect case boxed(Int)
  indirect case boxedObject(DerivedObject)
  indirect case boxedRow(id: Int, action: Shape)
}

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
