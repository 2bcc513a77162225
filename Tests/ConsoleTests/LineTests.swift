import TestSupport
import Testing

@testable import Console

@Suite("Lines that do not fit")
struct LineTests {
  @Test(
    "are broken between words, and within a word that is too long",
    arguments: [
      (9, ["it is", "kept as", "/a/b/c/d/", "e.damaged"]),
      (14, ["it is kept as", "/a/b/c/d/e.dam", "aged"]),
      (40, ["it is kept as /a/b/c/d/e.damaged"]), (0, ["it is kept as /a/b/c/d/e.damaged"]),
    ])
  func wrapped(_ columns: Int, _ lines: [String]) {
    let line = Line(("it is kept", .quiet), (" as /a/b/c/d/e.damaged", .failure))
    #expect(line.wrapped(columns: columns).map(\.text) == lines)
  }

  @Test("keep every character but the spaces at which they are broken", .seeds(300))
  func keepsText() {
    var random = SeededRandom(Seeds.current)
    let words = ["a", "word", "漢字", "👨‍👩‍👧", "longer-than-most", "e\u{301}", " "]
    let text = (0..<8).compactMap { _ in words.randomElement(using: &random) }.joined(
      separator: " ")
    let columns = Int.random(in: 6...20, using: &random)
    let lines = Line((text, .plain)).wrapped(columns: columns)
    #expect(lines.map(\.text).joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(lines.allSatisfy { $0.text.columns <= columns })
  }

  @Test(
    "with keys lose some of them, but neither the help nor the way out",
    arguments: [
      (40, "+ up  - down  f fact  ? help  q quit"), (30, "+ up  - down  ? help  q quit"),
      (14, "? help  q quit"), (13, "q quit"), (2, "q quit"),
    ])
  func keys(_ columns: Int, _ text: String) {
    let frame = Frame(size: ScreenSize(columns: columns, rows: 1))
    #expect(frame.keys(["+ up", "- down", "f fact", "? help", "q quit"]).map(\.text) == [text])
  }

  @Test("with keys are left out where the keys are not the program's")
  func noKeys() {
    var frame = Frame(size: ScreenSize(columns: 80, rows: 1))
    frame.showsKeys = false
    #expect(frame.keys(["q quit"]) == [])
  }
}
