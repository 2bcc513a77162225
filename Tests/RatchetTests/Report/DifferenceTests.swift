import Foundation
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

  @Test("shows all digits and bytes of values whose usual text is the same")
  func exact() {
    let seconds = [0.000001, -978_307_200 + 0.25, 757_382_400.5, 1]
    let dates = seconds.map(Date.init(timeIntervalSinceReferenceDate:))
    let whole = seconds.map { Date(timeIntervalSinceReferenceDate: $0.rounded(.down)) }
    #expect(
      Difference.text(from: ["a": whole], to: ["a": dates]) == """
            [
              "a": [
          -     2001-01-01 00:00:00 +0000
          -     1970-01-01 00:00:00 +0000
          -     2025-01-01 00:00:00 +0000
          +     2001-01-01 00:00:00.000001 +0000
          +     1970-01-01 00:00:00.25 +0000
          +     2025-01-01 00:00:00.5 +0000
                2001-01-01 00:00:01 +0000
              ]
            ]
        """)
    #expect(
      Difference.text(from: Set(whole[...0]), to: Set(dates[...0])) == """
            [
          -   2001-01-01 00:00:00 +0000
          +   2001-01-01 00:00:00.000001 +0000
            ]
        """)
    #expect(
      Difference.text(from: Data([1, 2]), to: Data([1, 255]))
        == "  - 2 bytes: 01 02\n  + 2 bytes: 01 ff")
    let long = Data(count: 100)
    let zeros = String(repeating: " 00", count: 8)
    #expect(
      Difference.text(from: long + [1], to: long + [2])
        == "  - 101 bytes: ...\(zeros) 01\n  + 101 bytes: ...\(zeros) 02")
    let second = Duration.seconds(1)
    #expect(
      Difference.text(from: second, to: second + Duration(attoseconds: 1)) == """
          - .seconds(1)
          + Duration(secondsComponent: 1, attosecondsComponent: 1)
        """)
    #expect(
      Difference.text(from: whole[0]..<whole[3], to: dates[0]..<dates[3])?
        .contains("+   lowerBound: 2001-01-01 00:00:00.000001 +0000") == true)
  }

  @Test("shows the declared names of cases whose texts are the same", .readsEnumsFromMemory)
  func cases() {
    #expect(Difference.text(from: Mood.good, to: Mood.bad) == "  - .good\n  + .bad")
  }

  @Test("of values with the same text names the part that differs")
  func sameText() {
    let old = ["a": [Owner(name: "Blob")]]
    #expect(Difference.text(from: old, to: ["a": [Owner(name: "Blob")]]) == nil)
    #expect(
      Difference.sameText(from: old, to: ["a": [Owner(name: "Blob")]]) == """
          The values at '["a"][0]' are not equal, but they print the same text: two objects of 'Owner'.
        """)
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

private enum Mood: CustomStringConvertible {
  case good, bad
  var description: String { "a mood" }
}

private final class Owner: Equatable {
  let name: String

  init(name: String) { self.name = name }
  static func == (one: Owner, other: Owner) -> Bool { one === other }
}
