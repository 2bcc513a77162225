import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetRecording

@Suite("A value as text")
struct ValueTextTests {
  @Test("shows members and values, each on its line where there are several")
  func members() {
    #expect(text(Person(name: "Blob", pets: 2)) == "Person(\n  name: \"Blob\"\n  pets: 2\n)")
    #expect(text(Empty()) == "Empty()")
    #expect(text(Figure.point) == ".point")
    #expect(text(Figure.circle(radius: 2)) == ".circle(radius: 2)")
    #expect(text(Figure.box(1, height: 2)) == ".box(\n  1\n  height: 2\n)")
    #expect(text(Int??.some(nil) as Any) == ".some(nil)")
    #expect(text(Int??.none as Any) == "nil")
  }

  @Test("shows collections in their order, and sets and dictionaries in one that never changes")
  func collections() {
    #expect(text([3, 1, 2]) == "[\n  3\n  1\n  2\n]")
    #expect(text([Int]()) == "[]")
    for _ in 0..<20 {
      #expect(text(Set([10, 2, 33])) == "[\n  2\n  10\n  33\n]")
      #expect(text([10: "ten", 2: "two"]) == "[\n  2: \"two\"\n  10: \"ten\"\n]")
      #expect(text(Set([Figure.point, .square(1)])) == "[\n  .point\n  .square(1)\n]")
      #expect(text([AnyHashable(1): 1, AnyHashable("a"): 2]) == "[\n  \"a\": 2\n  1: 1\n]")
    }
    #expect(text([:] as [Int: Int]) == "[:]")
  }

  @Test("shows an object once, also in a cycle, and under the first of sorted keys")
  func objects() {
    let node = Node("a")
    node.next = node
    #expect(
      text(node) == """
        Node(
          name: "a"
          next: Node(as above)
        )
        """)
    node.next = nil
    for _ in 0..<20 {
      #expect(
        text([2: node, 1: node]) == """
          [
            1: Node(
              name: "a"
              next: nil
            )
            2: Node(as above)
          ]
          """)
    }
  }

  @Test("shows a string over several lines as lines, any other escaped")
  func strings() {
    #expect(text("one \"line\"\t") == #""one \"line\"\t""#)
    #expect(
      text(["a\nb"]) == #"""
        [
          """
          a
          b
          """
        ]
        """#)
    #expect(text("abc".dropFirst()) == #""bc""#)
    #expect(text("c" as Character) == #""c""#)
  }

  @Test("ends, however deep the value is")
  func deep() {
    var list = Chain.end
    for number in 0..<10_000 { list = .link(number, list) }
    let lines = ValueText.lines(list)
    #expect(lines.count < 1_000)
    #expect(lines.contains { $0.hasSuffix("...") })
    // Taken apart from the outside, because releasing it at once would take as much stack.
    while case .link(_, let rest) = list { list = rest }
  }

  @Test("of one state after another is that of each state alone", .seeds(30))
  func next() {
    var random = SeededRandom(Seeds.current)
    let isLong = Seeds.current % 30 == 0
    var rows = (0..<(isLong ? 2_600 : 10)).map { Row(number: $0) }
    var text = ValueText()
    for number in 0..<(isLong ? 2 : 12) {
      let index = random.number(below: rows.count)
      switch random.number(below: 6) {
      case 0: rows.insert(Row(number: number), at: index)
      case 1 where rows.count > 1: rows.remove(at: index)
      case 2: rows[index].node = rows[random.number(below: rows.count)].node ?? Node("b")
      case 3: rows = rows.filter { $0.node == nil } + [Row(number: number)]
      case 4: rows.append(contentsOf: rows.prefix(2))
      default: rows[index].inner.append(number)
      }
      let state = (rows: rows, others: [rows.prefix(3), rows.suffix(2)])
      #expect(text.lines(ofNext: state) == ValueText.lines(state), "seed \(Seeds.current)")
    }
  }

  private func text(_ value: Any) -> String {
    ValueText.lines(value).joined(separator: "\n")
  }
}

// MARK: - Fixtures

private struct Person {
  var name: String
  var pets: Int
}

private struct Empty {}

private enum Figure: Hashable {
  case point
  case circle(radius: Int)
  case square(Int)
  case box(Int, height: Int)
}

private struct Row: Equatable {
  var number: Int
  var inner: [Int] = []
  var node: Node?
}

private class Node: Equatable {
  let name: String
  var next: Node?

  init(_ name: String) { self.name = name }

  static func == (one: Node, other: Node) -> Bool { one.name == other.name }
}

private indirect enum Chain {
  case end
  case link(Int, Chain)
}
