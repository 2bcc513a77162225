import RatchetTesting
import TestSupport

@Suite("The difference of two values")
struct DifferenceTests {
  @Test("shows the lines that changed, those around them, and what they are in")
  func excerpt() {
    var rows = (0..<1_000).map { Row(id: $0, title: "Row \($0)", count: 0) }
    let before = Table(name: "Numbers", rows: rows)
    rows[500].count = 7
    #expect(
      Difference.text(from: before, to: Table(name: "Numbers", rows: rows)) == """
            Table(
            ...
              rows: [
            ...
                Row(
                  id: 500
                  title: "Row 500"
          -       count: 0
          +       count: 7
                )
                Row(
                  id: 501
            ...
        """)
  }

  @Test("of values that are written alike is nothing")
  func alike() {
    #expect(Difference.text(from: Double.nan, to: Double.nan) == nil)
    #expect(Difference.text(from: 1, to: 1) == nil)
  }

  @Test("of long lists in another order is not looked for, and says so")
  func capped() {
    let old = (0..<5_000).map { "\($0)" }
    #expect(LineDifference(from: old, to: old.reversed()).isCapped)
    let text = Difference.text(fromLines: old, to: old.reversed())
    #expect(
      text?.hasSuffix(
        """
            ... (9800 more lines differ)
            ... (too many differences: not all were compared)
        """) == true)
  }

  @Test("of long lists shows each of some changes that are far from each other")
  func farApart() {
    let old = (0..<20_000).map { "\($0)" }
    var new = old
    new[100] = "one"
    new.insert("two", at: 9_000)
    new.remove(at: 19_000)
    let difference = LineDifference(from: old, to: new)
    #expect(
      difference.lines.filter { !$0.isSame }
        == [.removed("100"), .inserted("one"), .inserted("two"), .removed("18999")])
    #expect(!difference.isCapped)
  }

  @Test("gives back both texts, whatever they are", .seeds(300))
  func random() {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let count = 1 + random.number(below: seed % 20 == 0 ? 700 : 30)
    let variety = 1 + random.number(below: count)
    func text() -> [String] {
      (0..<random.number(below: count + 1)).map { _ in "\(random.number(below: variety))" }
    }
    let old = text()
    let new = text()
    let lines = LineDifference(from: old, to: new).lines
    let fromOld = lines.filter { if case .inserted = $0 { false } else { true } }
    let fromNew = lines.filter { if case .removed = $0 { false } else { true } }
    #expect(fromOld.map(\.text) == old, "seed \(seed)")
    #expect(fromNew.map(\.text) == new, "seed \(seed)")
  }
}

// MARK: - Fixtures

private struct Table {
  var name: String
  var rows: [Row]
}

private struct Row {
  let id: Int
  var title: String
  var count: Int
}
