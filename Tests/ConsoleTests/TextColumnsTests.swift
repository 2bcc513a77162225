import Testing

@testable import Console

@Suite("Widths of text")
struct TextColumnsTests {
  @Test(
    "are counted in columns",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("😀", 2), ("❤️", 2),
      ("ａ", 2), ("…", 1), ("→", 1),
    ])
  func columns(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(
    "are never counted less than a terminal may take",
    arguments: [
      ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("👍🏽", 2), ("\u{AD}", 1), ("\u{600}", 1), ("\u{6DD}", 1),
      ("\u{70F}", 1), ("\u{8E2}", 1), ("\u{110BD}", 1), ("\u{2630}", 2), ("\u{268F}", 2),
    ])
  func bounds(_ text: String, _ columns: Int) {
    #expect(text.columns >= columns)
  }

  @Test(
    "show their end where there is no room for all",
    arguments: [
      ("abc", 3, "abc"), ("abc", 2, "…c"), ("漢字", 3, "…字"), ("漢字", 2, "…"), ("abc", 0, ""),
      ("", 2, ""),
    ])
  func suffixes(_ text: String, _ columns: Int, _ suffix: String) {
    #expect(text.suffix(columns: columns) == suffix)
  }

  @Test(
    "are kept by cutting between characters",
    arguments: [
      ("abc", 2, "ab"), ("漢字", 3, "漢"), ("漢字", 1, ""), ("e\u{301}x", 1, "e\u{301}"), ("ab", 0, ""),
      ("ab", 5, "ab"),
    ])
  func prefixes(_ text: String, _ columns: Int, _ prefix: String) {
    #expect(String(text.prefix(columns: columns)) == prefix)
  }

  @Test("cannot be broken by what has power over a terminal")
  func printable() {
    #expect("a\u{1B}[2Jb\nc\td\u{7F}\u{9B}\u{202E}\u{2028}e".printable == "a [2Jb c d    e")
    #expect("👨‍👩‍👧 漢字 é".printable == "👨‍👩‍👧 漢字 é")
  }

  @Test("of lines end in … when they are cut")
  func lines() {
    let line = Line(("count: ", .plain), ("12345", .value))
    #expect(line.rendered(columns: 12, isColoured: false) == "count: 12345")
    #expect(line.rendered(columns: 11, isColoured: false) == "count: 123…")
    #expect(line.rendered(columns: 8, isColoured: false) == "count: …")
    #expect(line.rendered(columns: 1, isColoured: false) == "…")
    #expect(line.rendered(columns: 0, isColoured: false) == "")
    #expect(line.rendered(columns: 11, isColoured: true) == "count: \u{1B}[1m123\u{1B}[m…")
  }
}
