import Testing

@testable import Ratchet

/// Wherever the payload of a case lies, it is read there, and the enum stays as it is.
@Suite("The payload of a case") struct PayloadAccessTests {
  @Test("is read in place where the tag has bits of its own, or needs none")
  func inPlace() {
    check(CasePath(Plain.number), .number(7)) { $0 == 7 }
    check(CasePath(Plain.text), .text("text")) { $0 == "text" }
    check(CasePath(Only.value), .value("only")) { $0 == "only" }
    check(CasePath(Sparse<String>.first), .first("first")) { $0 == "first" }
    check(CasePath<Thing?, Thing>(Optional.some), Thing()) { $0.number == 1 }
  }

  @Test("is read without the bits of the tag where these are in it")
  func withoutTag() {
    check(CasePath(Things.second), .second(Thing())) { $0.number == 1 }
    check(CasePath(Things.pair), .pair(Thing(), 5)) { $0.0.number == 1 && $0.1 == 5 }
  }

  @Test("is read from the box of an indirect case, whatever its alignment")
  func boxed() {
    check(CasePath(Boxed.number), .number(7), isBoxed: true) { $0 == 7 }
    check(CasePath(Boxed.thing), .thing(Thing()), isBoxed: true) { $0.number == 1 }
    check(CasePath(Boxed.row), .row(id: 3, text: "row"), isBoxed: true) { $0 == 3 && $1 == "row" }
    check(CasePath(Boxed.wide), .wide(SIMD8(repeating: 2)), isBoxed: true) {
      $0 == SIMD8(repeating: 2)
    }
    check(CasePath(Boxed.nested), .nested(.number(7)), isBoxed: true) {
      CasePath(Boxed.number).isCase($0)
    }
    check(CasePath(GenericBox<String>.value), .value("text"), isBoxed: true) { $0 == "text" }
    check(CasePath(GenericBox<UInt8>.value), .value(9), isBoxed: true) { $0 == 9 }
  }

  @Test("is read from the box of every kind of indirect enum and payload")
  func boxedKinds() {
    check(CasePath(Single.value), .value("single"), isBoxed: true) { $0 == "single" }
    check(CasePath(SingleWide.value), .value(SIMD16(repeating: 3)), isBoxed: true) {
      $0 == SIMD16(repeating: 3)
    }
    check(CasePath(BoxedKinds.any), .any("any"), isBoxed: true) { $0 as? String == "any" }
    check(CasePath(BoxedKinds.error), .error(CancellationError()), isBoxed: true) {
      $0 is CancellationError
    }
    check(CasePath(BoxedKinds.object), .object(Thing(4)), isBoxed: true) {
      ($0 as? Thing)?.number == 4
    }
    check(CasePath(BoxedKinds.optional), .optional("some"), isBoxed: true) { $0 == "some" }
    check(CasePath(BoxedKinds.wideRow), .wideRow(1, SIMD8(repeating: 5)), isBoxed: true) {
      $0 == 1 && $1 == SIMD8(repeating: 5)
    }
    check(CasePath(BoxedKinds.byte), .byte(255), isBoxed: true) { $0 == 255 }
    check(CasePath(GenericBox<SIMD8<Double>>.value), .value(SIMD8(repeating: 6)), isBoxed: true) {
      $0 == SIMD8(repeating: 6)
    }
    check(CasePath(GenericBox<any Sendable>.value), .value(7), isBoxed: true) { $0 as? Int == 7 }
    check(CasePath(GenericBox<[Thing]>.value), .value([Thing(8)]), isBoxed: true) {
      $0[0].number == 8
    }
  }

  @Test("is taken out by reflection where there is no box: it has no size")
  func emptyBox() {
    let path = CasePath(Boxed.nothing)
    for _ in 0..<3 { #expect(path.extract(from: .nothing(Nothing())) != nil) }
    #expect(path.verdict.map { $0 == .reflected(tag: $0.tag ?? -1) } == true)
  }

  @Test("in a box is changed in a box of its own: others that share the box keep theirs")
  func sharedBox() {
    let path = CasePath(Boxed.row)
    let shared = Boxed.row(id: 1, text: "shared")
    for count in 1...3 {
      var changed = shared
      #expect(path.change(&changed) { $0.0 += count })
      #expect(path.extract(from: changed)?.0 == 1 + count)
      #expect(path.extract(from: shared)?.0 == 1)
    }
  }

  private func check<Root, Value>(
    _ path: CasePath<Root, Value>, _ root: Root, isBoxed: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation, _ isRight: (Value) -> Bool
  ) {
    for _ in 0..<3 {
      #expect(path.extract(from: root).map(isRight) == true, sourceLocation: sourceLocation)
    }
    #expect(path.verdict?.isProved == true, sourceLocation: sourceLocation)
    #expect(path.verdict?.isBoxed == isBoxed, sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

extension CasePath where Root == Boxed {
  fileprivate func isCase(_ root: Root) -> Bool { extract(from: root) != nil }
}

private enum Plain: Sendable { case none, number(Int), text(String) }

private enum Only: Sendable { case value(String) }

private enum Sparse<Value: Sendable>: Sendable { case none, first(Value), second(Int) }

private enum Things { case first(Other), second(Thing), pair(Thing, UInt32) }

private indirect enum Boxed: Sendable {
  case number(Int), thing(Thing), row(id: Int, text: String), wide(SIMD8<Double>), nested(Boxed)
  case nothing(Nothing)
}

private indirect enum Single: Sendable { case value(String) }

private indirect enum SingleWide: Sendable { case value(SIMD16<Double>) }

private indirect enum BoxedKinds: Sendable {
  case any(any Sendable), error(any Error), object(any AnyObject & Sendable), optional(String?)
  case wideRow(UInt8, SIMD8<Double>), byte(UInt8)
}

private enum GenericBox<Value: Sendable>: Sendable {
  case none, other(Int)
  indirect case value(Value)
}

private struct Nothing: Sendable {}

private final class Thing: Sendable {
  let number: Int
  init(_ number: Int = 1) { self.number = number }
}

private final class Other {}
