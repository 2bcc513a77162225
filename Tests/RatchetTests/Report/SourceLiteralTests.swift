import Foundation
import RatchetTesting

@Suite("The source of a value")
struct SourceLiteralTests {
  @Test("of a standard type is its literal")
  func standard() {
    let literals: [(any Sendable, String)] = [
      (1, "1"), (-7 as Int8, "-7"), (UInt64.max, "18446744073709551615"), (true, "true"),
      (1.5, "1.5"), (1e300, "1e+300"), (Double.nan, ".nan"), (-Float.infinity, "-.infinity"),
      ("a \"b\"\n\\", #""a \"b\"\n\\""#), ("ab".prefix(1), #""a""#), ("é" as Character, #""é""#),
      (Duration.seconds(-3), ".seconds(-3)"), (Duration.milliseconds(1_500), ".milliseconds(1500)"),
      (
        Duration.nanoseconds(1),
        "Duration(secondsComponent: 0, attosecondsComponent: 1000000000)"
      ), (Int?.none, "nil"), (Int?.some(1), "1"), (Int??.some(nil), ".some(nil)"),
      ([1, 2], "[1, 2]"), ([Int](), "[]"), ([:] as [String: Int], "[:]"),
      (["b": [2], "a": []], #"["a": [], "b": [2]]"#), (Set([3, 1, 2]), "[1, 2, 3]"),
      (UUID(0), #"UUID(uuidString: "00000000-0000-0000-0000-000000000000")!"#),
      (Date(timeIntervalSinceReferenceDate: 1), "Date(timeIntervalSinceReferenceDate: 1.0)"),
    ]
    for (value, text) in literals { #expect(SourceLiteral.text(value) == text) }
  }

  @Test("of an enum is its case, of a struct its memberwise initializer")
  func own() {
    #expect(SourceLiteral.text(Literals.Action.plain) == ".plain")
    #expect(SourceLiteral.text(Literals.Action.one(nil)) == ".one(nil)")
    #expect(SourceLiteral.text(Literals.Action.labelled(id: 7)) == ".labelled(id: 7)")
    let done = Result<Void, CancellationError>.success(())
    #expect(SourceLiteral.text(done) == ".success(())")
    #expect(SourceLiteral.text(Literals.Action.two(1, to: "x")) == #".two(1, to: "x")"#)
    #expect(
      SourceLiteral.text(Literals.Action.row(Literals.Row(id: 1, names: ["a"])))
        == #".row(Literals.Row(id: 1, names: ["a"]))"#)
    #expect(
      SourceLiteral.text([Literals.Row(id: 1, names: [])] as IdentifiedArrayOf<Literals.Row>)
        == "[Literals.Row(id: 1, names: [])]")
    let filters: [Literals.Filter?] = [.some(.none), .all, nil]
    #expect(SourceLiteral.text(filters) == "[.some(.none), .all, nil]")
    #expect(
      SourceLiteral.text(Literals.Action.nested(.two(1, to: ""))) == #".nested(.two(1, to: ""))"#)
  }

  @Test("of a change of a field is a call of set")
  func fieldChange() {
    let change = FieldChange<Literals.Row>.set(\.names, ["a"])
    #expect(SourceLiteral.text([change]) == #"[.set(\.names, ["a"])]"#)
  }

  @Test("has backticks where a name is a keyword or no identifier, and compiles")
  func names() throws {
    let change = Literals.Named.`init`(.set(\.`self`, `default`.Member(`inout`: 1, self: 2)))
    let text = #".`init`(.set(\.`self`, `default`.Member(`inout`: 1, self: 2)))"#
    #expect(SourceLiteral.text(change) == text)
    let values: [Literals.Named?] = [
      .`self`, .`Type`, .`Protocol`, .default, .`my (name)`, .`my name`(1), .some(.some(1)),
    ]
    #expect(
      SourceLiteral.text(values) == """
        [.`self`, .`Type`, .`Protocol`, .default, .`my (name)`, .`my name`(1), .some(.some(1))]
        """)
    let whole = FieldChange<Literals.Names>.set(\.self, Literals.Names())
    #expect(SourceLiteral.text(whole)?.hasPrefix(#".set(\.self, Literals.Names("#) == true)
    let fields = FieldChange<Literals.Names>.set(\.`init`!.`my name`, 1)
    #expect(SourceLiteral.text(fields) == #".set(\.`init`!.`my name`, 1)"#)
  }

  @Test("of an erased value is that of the value")
  func erased() {
    #expect(SourceLiteral.text(AnyHashable(4)) == "4")
    #expect(SourceLiteral.text(Int?.some(4) as Any) == "4")
  }

  @Test("is none where it cannot be said for certain")
  func none() {
    #expect(SourceLiteral.text(Object()) == nil)
    #expect(SourceLiteral.text({ 1 }) == nil)
    #expect(SourceLiteral.text(Int.self) == nil)
    #expect(SourceLiteral.text(Hidden(value: 1)) == nil)
    #expect(SourceLiteral.text(WithWrapper()) == nil)
    #expect(SourceLiteral.text([[Object()]]) == nil)
    #expect(SourceLiteral.text(SelfDescribed.one) == nil)
    #expect(SourceLiteral.text(Array(0..<1_000)) == nil)
    #expect(SourceLiteral.text(["a": { 1 }]) == nil)
  }

  @Test("is none for a value that is too deep")
  func deep() {
    var action = Literals.Action.plain
    for _ in 0..<10_000 { action = .nested(action) }
    #expect(SourceLiteral.text(action) == nil)
  }
}

// MARK: - Fixtures

enum Literals {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var names: [String]
  }

  enum Filter: Sendable { case none, all }

  indirect enum Action: Sendable {
    case plain
    case one(Int?)
    case labelled(id: Int)
    case two(Int, to: String)
    case row(Row)
    case nested(Action)
  }

  struct Names: Equatable, Sendable {
    struct Inner: Equatable, Sendable { var `my name` = 0 }

    var `self` = `default`.Member(`inout`: 0, self: 0)
    var `init`: Inner? = Inner()
  }

  enum Named: Sendable {
    case `init`(FieldChange<Names>)
    case `self`, `Type`, `Protocol`, `default`, `my (name)`
    case `my name`(Int)
    case some(Int)
  }
}

private final class Object {}

private struct Hidden { let value: Int }

@propertyWrapper struct Doubled {
  var wrappedValue: Int
}

struct WithWrapper { @Doubled var value = 1 }

enum `default` {
  struct Member: Equatable, Sendable { var `inout`: Int, `self`: Int }
}

enum SelfDescribed: CustomStringConvertible {
  case one
  var description: String { "something else" }
}
