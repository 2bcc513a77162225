import RatchetTesting
import TestSupport

/// Every kind of enum: generic, nested, optional, with one payload or several, with layouts of all
/// sizes.
@Suite struct EnumKindTests {
  @Test("generic enums") func genericEnums() {
    check(CasePath(Either<Int, String>.left), others: [.right("")]) { Int($0.next() >> 1) }
    check(CasePath(Either<Int, String>.right), others: [.left(1), .neither]) { "\($0.next())" }
    check(CasePath(Either<Int, Int>.left), others: [.right(1), .neither]) { Int($0.next() >> 1) }
    check(CasePath(Either<Int?, [Double]>.left), others: [.right([1])]) { $0.chance(50) ? nil : 1 }
    check(CasePath(Either<(Int, Bool), Void>.left), others: [.right(())]) {
      (Int($0.next() >> 1), $0.chance(50))
    }
    check(CasePath(Either<Int, Bool>.both), others: [.left(1), .neither]) {
      (Int($0.next() >> 1), $0.chance(50))
    }
    check(CasePath(Either<any Sendable, Bool>.left), others: [.right(true)]) { $0.next() }
  }

  @Test("generic code") func genericCode() {
    func checkGeneric<A: Equatable & Sendable, B: Sendable>(_ a: A, _ b: B) {
      check(CasePath(Either<A, B>.left), others: [.right(b), .neither]) { _ in a }
      check(CasePath(Either<A, B>.both), others: [.right(b)]) { _ in (a, b) }
    }
    checkGeneric(1, "b")
    checkGeneric("a", UInt8(1))
    checkGeneric([1], DerivedObject(1))
    checkGeneric(EmptyPayload(), EmptyPayload())
    checkGeneric(Either<Int, Int>.left(1).description, 1.5)
  }

  @Test("optionals as enums") func optionalsAsEnums() {
    check(CasePath<Int?, Int>(Optional.some), others: [nil]) { Int($0.next() >> 1) }
    check(CasePath<Int??, Int?>(Optional.some), others: [nil]) { $0.chance(50) ? nil : 1 }
    check(CasePath<(any Sendable)?, any Sendable>(Optional.some), others: [nil]) { $0.next() }
    check(CasePath<(Int, String)?, (Int, String)>(Optional.some), others: [nil]) {
      (Int($0.next() >> 1), "")
    }
  }

  @Test("one payload, or a large one") func onePayload() {
    check(CasePath(One.value), others: []) { $0.next() }
    check(CasePath(OneOrNone.value), others: [.first, .second]) { _ in true }
    check(CasePath(OneObject.value), others: [.first, .second]) {
      DerivedObject(Int($0.next() >> 1))
    }
    check(CasePath(Result<Int, ShapeError>.success), others: [.failure(ShapeError(code: 1))]) {
      Int($0.next() >> 1)
    }
    check(CasePath(Large.value), others: [.other("")]) {
      Wide(text: "\($0.next())", number: Int($0.next() >> 1))
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

private enum One: Sendable { case value(UInt64) }
private enum OneOrNone: Sendable { case first, value(Bool), second }
private enum OneObject: Sendable { case first, value(DerivedObject), second }
private enum Large: Sendable { case value(Wide), other(String) }

private struct Wide: Sendable {
  var text: String
  var number: Int
  var rest: [8 of Wider] = .init(repeating: Wider())
}

private struct Wider: Sendable {
  var numbers = (1, 2, 3, 4, 5, 6, 7, 8, 9), more = (1, 2, 3, 4, 5, 6, 7), text = "text"
}
