import Testing

@testable import Ratchet

/// Wherever the payload of a case lies, it is read there, and the enum stays as it is.
@Suite("The payload of a case") struct PayloadAccessTests {
  @Test("is read without the bits of the tag where these are in it")
  func withoutTag() {
    check(CasePath(Things.second), .second(Thing()), isBoxed: false) { $0.number == 1 }
    check(CasePath(Things.pair), .pair(Thing(), 5), isBoxed: false) {
      $0.0.number == 1 && $0.1 == 5
    }
  }

  @Test("is read from the box of an indirect case, whatever its kind and alignment")
  func boxed() {
    check(CasePath(Boxed.thing), .thing(Thing())) { $0.number == 1 }
    check(CasePath(Boxed.row), .row(id: 3, text: "row")) { $0 == 3 && $1 == "row" }
    check(CasePath(Boxed.wide), .wide(SIMD8(repeating: 2))) { $0 == SIMD8(repeating: 2) }
    check(CasePath(Boxed.any), .any("any")) { $0 as? String == "any" }
    check(CasePath(Boxed.error), .error(CancellationError())) { $0 is CancellationError }
    check(CasePath(Boxed.object), .object(Thing(4))) { ($0 as? Thing)?.number == 4 }
    check(CasePath(Boxed.optional), .optional("some")) { $0 == "some" }
    check(CasePath(Boxed.wideRow), .wideRow(1, SIMD8(repeating: 5))) {
      $0 == 1 && $1 == SIMD8(repeating: 5)
    }
    check(CasePath(Boxed.byte), .byte(255)) { $0 == 255 }
    check(CasePath(Single.value), .value("single")) { $0 == "single" }
    check(CasePath(GenericBox<SIMD8<Double>>.value), .value(SIMD8(repeating: 6))) {
      $0 == SIMD8(repeating: 6)
    }
    check(CasePath(GenericBox<any Sendable>.value), .value(7)) { $0 as? Int == 7 }
    check(CasePath(GenericBox<[Thing]>.value), .value([Thing(8)])) { $0[0].number == 8 }
  }

  @Test("is made where there is no box: it has no size")
  func emptyBox() {
    let path = CasePath(Boxed.nothing)
    for _ in 0..<3 { #expect(path.extract(from: .nothing(Nothing())) != nil) }
    #expect(path.verdict == .chained)
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
    _ path: CasePath<Root, Value>, _ root: Root, isBoxed: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation, _ isRight: (Value) -> Bool
  ) {
    for _ in 0..<3 {
      #expect(path.extract(from: root).map(isRight) == true, sourceLocation: sourceLocation)
    }
    #expect(path.verdict?.isProved == EnumMemory.isTrusted, sourceLocation: sourceLocation)
    guard EnumMemory.isTrusted else { return }
    #expect(path.verdict?.isBoxed == isBoxed, sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

private enum Things { case first(Other), second(Thing), pair(Thing, UInt32) }

private indirect enum Boxed: Sendable {
  case thing(Thing), row(id: Int, text: String), wide(SIMD8<Double>), nothing(Nothing)
  case any(any Sendable), error(any Error), object(any AnyObject & Sendable), optional(String?)
  case wideRow(UInt8, SIMD8<Double>), byte(UInt8)
}

private indirect enum Single: Sendable { case value(String) }

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
