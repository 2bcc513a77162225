import Foundation
import RatchetTesting
import TestSupport

@Suite("A value on one line")
struct ValueLineTests {
  @Test("is what print writes, with short names of types")
  func short() {
    #expect(ValueLine.text(Move.stay) == "stay")
    #expect(ValueLine.text(Move.go(Point(x: 1, y: nil))) == "go(Point(x: 1, y: nil))")
    #expect(ValueLine.text(Move.turn(.left, by: 2)) == "turn(.left, by: 2)")
    #expect(ValueLine.text(Move.named("a \"b\"")) == #"named("a \"b\"")"#)
    #expect(ValueLine.text(Move.labelled(name: "a")) == #"labelled(name: "a")"#)
    #expect(ValueLine.text("plain \"text\"") == "plain \"text\"")
    #expect(ValueLine.text([3, 1]) == "[3, 1]")
    #expect(ValueLine.text(Set([3, 1, 2])) == "[1, 2, 3]")
    #expect(ValueLine.text(["b": 2, "a": 1]) == #"["a": 1, "b": 2]"#)
    #expect(ValueLine.text([:] as [Int: Int]) == "[:]")
    #expect(ValueLine.text(Point(x: 1, y: 2)) == "Point(x: 1, y: Optional(2))")
    #expect(ValueLine.text((1, b: 2)) == "(1, b: 2)")
    #expect(ValueLine.text(Duration.seconds(2)) == "2.0 seconds")
    #expect(ValueLine.text(1...3) == "1...3")
    #expect(ValueLine.text([AnyHashable(Turn.left)]) == "[.left]")
    #expect(ValueLine.text(Thing()) == "Thing")
    #expect(ValueLine.text(Described()) == "described")
    #expect(ValueLine.text(Closure(call: {})) == "Closure(call: () -> ())")
    #expect(
      ValueLine.text(URL(string: "https://swift.org") as Any) == "Optional(https://swift.org)")
  }

  @Test("names the type of an id, without the module and what is private")
  func ids() {
    #expect(ValueLine.named(Turn.left) == "Turn.left")
    #expect(ValueLine.named("a") == "\"a\"")
    #expect(ValueLine.named(1) == "1")
    #expect(ValueLine.named(Point(x: 1, y: nil)) == "Point(x: 1, y: nil)")
    #expect(AnyID(Turn.left).description == "Turn.left")
    enum Local { case id }
    #expect(AnyID(Local.id).description == "Local.id")
  }

  @Test(
    "is cut where it is long, wide or deep, and is written in no time",
    .deep(1_000_000, small: 10_000))
  func bounds() {
    let wide = ValueLine.text(Array(0..<Deep.size))
    #expect(
      wide == "[\((0..<20).map(String.init).joined(separator: ", ")), ... \(Deep.size - 20) more]")
    #expect(ValueLine.text(Set(0..<Deep.size)) == "[\(Deep.size) elements]")
    #expect(
      ValueLine.text(Dictionary(uniqueKeysWithValues: (0..<21).map { ($0, $0) })) == "[21 elements]"
    )
    let long = String(repeating: "a", count: 100 * Deep.size)
    #expect(ValueLine.text(long) == String(repeating: "a", count: 300) + "...")
    let start = String(repeating: "a", count: 200)
    #expect(ValueLine.text(Move.named(long)) == "named(\"\(start)\"... (\(100 * Deep.size) bytes))")
    let accents = "e" + String(repeating: "\u{301}", count: Deep.size)
    #expect(ValueLine.text(accents).unicodeScalars.count == 303)
    var list = Chain.end
    for number in 0..<10_000 { list = .link(number, list) }
    let deep = ValueLine.text(list)
    #expect(deep.hasPrefix("link(9999, .link(9998, "))
    #expect(deep.contains(", ...)))") && deep.count < 200)
    while case .link(_, let rest) = list { list = rest }
    let many = ValueLine.text((0..<15).map { "row number \($0), with a title that is long" })
    #expect(many.count == 303 && many.hasSuffix("..."))
  }
}

// MARK: - Fixtures

private enum Move {
  case stay
  case go(Point)
  case turn(Turn, by: Int)
  case named(String)
  case labelled(name: String)
}

private enum Turn: Hashable { case left }

private struct Point: Hashable {
  var x: Int
  var y: Int?
}

private struct Closure {
  var call: () -> Void
}

private final class Thing {}

private struct Described: CustomStringConvertible {
  var description: String { "described" }
}

private indirect enum Chain {
  case end
  case link(Int, Chain)
}
