import RatchetTesting

@Suite("The difference of long values is short, and found soon", .timeLimit(.minutes(10)))
struct BoundedDifferenceTests {
  @Test("of nothing and many elements")
  func nothingAndMany() {
    let lines = difference([Int](), Array(0..<50_000))
    #expect(lines.count == 201)
    #expect(lines.prefix(4) == ["  - []", "  + [", "  +   0", "  +   1"])
    #expect(lines.last == "    ... (at least 9803 more lines differ)")
    #expect(difference(Array(0..<50_000), [Int]()).count == 201)
  }

  @Test("of a hundred thousand elements, of which one is another")
  func many() {
    var rows = (0..<100_000).map { Row(id: $0) }
    let before = rows
    rows[70_000].count = 1
    #expect(
      difference(Table(rows: before), Table(rows: rows)) == [
        "    Table(",
        "    ...",
        "      rows: [",
        "    ...",
        "        )",
        "        Row(",
        "          id: 70000",
        "  -       count: 0",
        "  +       count: 1",
        "        )",
        "        Row(",
        "          id: 70001",
        "    ...",
      ])
    #expect(difference(before, Array(before.dropFirst())).first == "    [")
    let changed = difference(before, Array(before.dropFirst())).filter { !$0.hasPrefix("    ") }
    #expect(
      changed == ["  -     id: 0", "  -     count: 0", "  -   )", "  -   Row("])
  }

  @Test("of many elements, of which all are others")
  func allOther() {
    let lines = difference(Array(0..<100_000), Array(100_000..<200_000))
    #expect(lines.count == 201)
    #expect(lines.last?.hasPrefix("    ... (at least ") == true)
  }

  @Test("of sets and dictionaries of which few entries differ")
  func unordered() {
    var set = Set(0..<10_000)
    let before = set
    set.remove(5_000)
    set.insert(-1)
    #expect(
      difference(before, set) == [
        "    [", "  -   5000", "  +   -1", "      ... (9999 equal elements)", "    ]",
      ])
    var dictionary = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ($0, 0) })
    let old = dictionary
    dictionary[77] = 1
    #expect(
      difference(old, dictionary) == [
        "    [", "  -   77: 0", "  +   77: 1", "      ... (9999 equal elements)", "    ]",
      ])
    #expect(
      difference(Set<Int>(), Set(0..<2_000)) == [
        "  - []", "  + [", "  +   ... (2000 elements)", "  + ]",
      ])
  }

  @Test("of texts of many lines")
  func lines() {
    let old = (0..<100_000).map { "old line \($0)" }
    let text = difference(old.joined(separator: "\n"), "").joined(separator: "\n")
    #expect(text.utf8.count < 10_000)
    var new = old
    new[50_000] = "new line"
    #expect(
      difference(old.joined(separator: "\n"), new.joined(separator: "\n")) == [
        "    ...",
        "    old line 49997",
        "    old line 49998",
        "    old line 49999",
        "  - old line 50000",
        "  + new line",
        "    old line 50001",
        "    old line 50002",
        "    old line 50003",
        "    ...",
      ])
  }

  @Test("of texts of 100 MB that differ at their end")
  func longTexts() {
    let start = String(repeating: String(repeating: "a", count: 1_000_000), count: 100)
    let lines = difference(start + "b", start + "é")
    #expect(lines.count < 10)
    #expect(lines.contains("  - " + String(repeating: "a", count: 400) + "b"))
    #expect(lines.contains("  + " + String(repeating: "a", count: 400) + "é"))
    #expect(lines.joined().utf8.count < 2_000)
  }

  @Test("of lines that are all the same, or few against many")
  func repeatedLines() {
    let same = [String](repeating: "}", count: 30_000)
    #expect(LineDifference(from: same, to: same + ["}"]).lines.count { !$0.isSame } == 1)
    let other = ["{"] + same.dropLast(10_000) + ["{"]
    #expect(LineDifference(from: same, to: other).lines.count { !$0.isSame } <= 50_002)
    let one = LineDifference(from: ["x"], to: same).lines
    #expect(one.first == .removed("x") && one.count == 30_001)
  }

  @Test("of values that differ deeper than is shown says so, and none of equal ones")
  func deep() {
    let one = chain(end: 1)
    let other = chain(end: 2)
    #expect(
      difference(one, other) == ["    ... (what differs is deeper or further on than is shown)"])
    #expect(Difference.text(from: one, to: chain(end: 1)) == nil)
    #expect(ValueEquality.areEqual(one, chain(end: 1)))
    #expect(!ValueEquality.areEqual(one, other))
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
  (0..<10_000).reduce(Link(end, nil)) { Link($1, $0) }
}
