import RatchetTesting
import TestSupport

@Suite("The difference of long values is short, and found soon", .timeLimit(.minutes(10)))
struct BoundedDifferenceTests {
  @Test("of nothing and many elements", .deep(50_000, small: 12_000))
  func nothingAndMany() {
    let lines = difference([Int](), Array(0..<Deep.size))
    #expect(lines.count == 201)
    #expect(lines.prefix(4) == ["  - []", "  + [", "  +   0", "  +   1"])
    #expect(lines.last == "    ... (at least 9803 more lines differ)")
    #expect(difference(Array(0..<Deep.size), [Int]()).count == 201)
  }

  @Test("of many elements, of which one is another", .deep(100_000, small: 2_000))
  func many() {
    let changed = Deep.size / 2
    var rows = (0..<Deep.size).map { Row(id: $0) }
    let before = rows
    rows[changed].count = 1
    #expect(
      difference(Table(rows: before), Table(rows: rows)) == [
        "    Table(",
        "    ...",
        "      rows: [",
        "    ...",
        "        )",
        "        Row(",
        "          id: \(changed)",
        "  -       count: 0",
        "  +       count: 1",
        "        )",
        "        Row(",
        "          id: \(changed + 1)",
        "    ...",
      ])
    let removed = difference(before, Array(before.dropFirst()))
    #expect(removed.first == "    [")
    #expect(
      removed.filter { !$0.hasPrefix("    ") } == [
        "  -     id: 0", "  -     count: 0", "  -   )", "  -   Row(",
      ])
  }

  @Test("of sets and dictionaries of which few entries differ", .deep(10_000, small: 2_000))
  func unordered() {
    var set = Set(0..<Deep.size)
    let before = set
    set.remove(500)
    set.insert(-1)
    #expect(
      difference(before, set) == [
        "    [", "  -   500", "  +   -1", "      ... (\(Deep.size - 1) equal elements)", "    ]",
      ])
    var dictionary = Dictionary(uniqueKeysWithValues: (0..<Deep.size).map { ($0, 0) })
    let old = dictionary
    dictionary[77] = 1
    #expect(
      difference(old, dictionary) == [
        "    [", "  -   77: 0", "  +   77: 1", "      ... (\(Deep.size - 1) equal elements)",
        "    ]",
      ])
    #expect(
      difference(Set<Int>(), Set(0..<2_000)) == [
        "  - []", "  + [", "  +   ... (2000 elements)", "  + ]",
      ])
  }

  @Test("of a set that grows beyond the number that is written whole")
  func growing() {
    #expect(
      difference(Set(0..<1_000), Set(0..<1_001)) == [
        "    [", "  +   1000", "      ... (1000 equal elements)", "    ]",
      ])
  }

  @Test("of texts of many MB that differ at their end", .deep(100, small: 1))
  func longTexts() {
    let start = String(repeating: String(repeating: "a", count: 1_000_000), count: Deep.size)
    let lines = difference(start + "b", start + "é")
    #expect(lines.count < 10)
    #expect(lines.contains("  - " + String(repeating: "a", count: 400) + "b"))
    #expect(lines.contains("  + " + String(repeating: "a", count: 400) + "é"))
    #expect(lines.joined().utf8.count < 2_000)
  }

  @Test(
    "of values that differ deeper than is shown says so, and none of equal ones",
    .deep(10_000, small: 1_500))
  func deep() {
    let one = chain(end: 1)
    let other = chain(end: 2)
    #expect(
      difference(one, other)
        == [
          "    ... (the differences are deeper or later than what is shown)",
          "    \(String(repeating: "next.", count: 60))...:", "  - 1", "  + 2",
        ])
    #expect(Difference.text(from: one, to: chain(end: 1)) == nil)
    #expect(ValueEquality.areEqual(one, chain(end: 1)))
    #expect(!ValueEquality.areEqual(one, other))
  }

  @Test("of sets with NaN is one whatever their order: a NaN is not found by another one")
  func sets() {
    let (one, other) = (Set([Double.nan]), Set([Double.nan]))
    #expect(!ValueEquality.areEqual(one, other))
    #expect(ValueEquality.areEqual(["a": [Double.nan]], ["a": [Double.nan]]))
  }

  @Test("of two long lists shows as much of one as of the other")
  func bothSides() {
    let lines = difference(Array(0..<199), Array(1_000..<1_199))
    #expect(lines.prefix(2) == ["    [", "  -   0"])
    #expect(lines.count { $0.hasPrefix("  - ") } == 99)
    #expect(lines[99...101] == ["  -   98", "  +   1000", "  +   1001"])
    #expect(lines.last == "    ... (199 more lines differ)")
  }

  @Test("of many changed entries or elements shows the first ones")
  func manyEntries() {
    let old = Dictionary(uniqueKeysWithValues: (0..<1_001).map { ($0, 0) })
    let lines = difference(["cells": old], ["cells": old.mapValues { _ in 1 }])
    #expect(lines.prefix(4) == ["    [", "      \"cells\": [", "  -     0: 0", "  -     1: 0"])
    #expect(lines.contains("  +     0: 1") && lines.contains("        ... (981 more elements)"))
    #expect(difference(Set(0..<1_100), Set(5_000..<6_100)).contains("  +   5000"))
  }

  @Test("in a part that is not shown names this part and its values")
  func hidden() {
    let many = (0..<150).map { _ in (0..<100).map { Row(id: $0) } }
    let old = Board(tables: many, last: [Table(rows: [Row(id: 1)])])
    var new = old
    new.last[0].rows[0].count = 5
    #expect(
      difference(old, new) == [
        "    ... (the differences are deeper or later than what is shown)",
        "    last[0].rows[0].count:", "  - 0", "  + 5",
      ])
  }

  private func difference(_ old: Any, _ new: Any) -> [String] {
    let text = Difference.text(from: old, to: new) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

// MARK: - Fixtures

private struct Table {
  var title = "Numbers"
  var kind = 1
  var size = 2
  var rows: [Row]
}

private struct Board {
  var tables: [[Row]]
  var last: [Table]
}

private struct Row: Equatable {
  let id: Int
  var count = 0
}

/// An object is released without recursion here, so that the test takes apart nothing by hand.
private final class Link {
  let number: Int
  var next: Link?

  init(_ number: Int, _ next: Link?) {
    self.number = number
    self.next = next
  }

  deinit {
    var next = self.next.take()
    while let link = next { next = link.next.take() }
  }
}

private func chain(end: Int) -> Link {
  (0..<Deep.size).reduce(Link(end, nil)) { Link($1, $0) }
}
