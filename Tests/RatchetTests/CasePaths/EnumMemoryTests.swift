import RatchetTesting
import TestSupport
import Testing

@testable import Ratchet

@Suite("Enums") struct EnumMemoryTests {
  @Test("are read from memory on this platform, unless a run of the tests turns that off")
  func trusted() {
    #expect(EnumMemory.isTrusted == !PlainRun.isOn)
  }

  @Test("whose cases reflection does not name are reported with what names them")
  func unnamed() {
    #expect(
      CasePathMisuse.noReflection("Action").text(Bare.self, Int.self) == """
        A case path cannot extract 'Int' from 'Bare': reflection does not name the cases of \
        'Action'. The program was built without reflection metadata, the mirror of 'Action' omits \
        them, or its 'description' is printed instead.

        'extract(from:)' returns nil for every value. To fix this, conform 'Action' to \
        'CustomReflectable' with a mirror that names the case and its payload, or '()' if it has \
        none: 'Mirror(self, children: ["row": (id, action)], displayStyle: .enum)'.
        """)
  }

  @Test("tell by reflection what they tell from memory, each payload and the names in a mirror")
  func levels() throws {
    let values: [Any] = [
      Shape.number(1), Shape.row(id: 1, text: "a"), Shape.labelledTuple(x: (1, "a")),
      Shape.boxedTuple(x: (1, "a")), Shape.twiceOptional(.some(nil)), Shape.none, Int?.none as Any,
      StackAction<Int, String>.push(1), StackAction<Int, String>.pop(from: StackID(1)),
      PresentationAction<Int>.dismiss,
    ]
    for value in values {
      let (read, told) = (
        try #require(CaseLevel(value)), try #require(CaseLevel(reflecting: value))
      )
      #expect(read.name == told.name && read.payloadType == told.payloadType)
      #expect("\(read.payload as Any)" == "\(told.payload as Any)")
    }
    let named = CaseLevel(reflecting: Bare.row(1))
    #expect(named?.name == "row" && named?.payload(as: Int.self) == 1)
    #expect(CaseLevel(reflecting: Bare.reset)?.payload(exactly: Void.self) != nil)
    #expect(CaseLevel(reflecting: Bare.nameless) == nil && CaseLevel(1) == nil)
  }

  @Test("whose cases print alike are never confused: reflection reports a path to one of these")
  func alike() {
    let found = reports {
      let on = CasePath({ Alike.on }) as CasePath<Alike, Void>
      #expect((on.extract(from: .on) != nil) == EnumMemory.isTrusted)
      #expect(on.extract(from: .off) == nil)
      let row = CasePath(Alike.row)
      #expect(row.extract(from: .off) == nil)
      #expect(row.extract(from: .row(1)) == 1)
    }
    #expect(found.count == (EnumMemory.isTrusted ? 0 : 1))
  }
}

// MARK: - Fixtures

private enum Alike: CustomStringConvertible {
  case on, off, row(Int)

  var description: String { "alike" }
}

private enum Bare: CustomReflectable, CustomStringConvertible {
  case row(Int), reset, nameless

  // As is printed in a program without reflection metadata.
  var description: String { "Bare" }

  var customMirror: Mirror {
    switch self {
    case .row(let number): Mirror(self, children: ["row": number], displayStyle: .enum)
    case .reset: Mirror(self, children: ["reset": ()], displayStyle: .enum)
    case .nameless: Mirror(self, children: [:], displayStyle: .enum)
    }
  }
}
