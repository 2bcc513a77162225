import Testing

@testable import Console

@Suite("A text field")
struct TextFieldTests {
  @Test("has at most ten scalars for each character of its limit, such as combining marks")
  func combiningMarks() throws {
    let marks = "e" + String(repeating: "\u{301}", count: 60_000)
    let field = try #require(TextField().edited(by: .paste(marks), upTo: 20))
    #expect(field.text.unicodeScalars.count == 200)
    #expect(field.edited(by: .character("\u{301}"), upTo: 20) == field)
  }

  @Test(
    "is edited at its cursor",
    arguments: [
      (.character("x"), "abx|cd"), (.paste("\nx"), "ab x|cd"), (.control("?"), "a|cd"),
      (.delete, "ab|d"), (.arrow(.left), "a|bcd"), (.arrow(.right), "abc|d"), (.home, "|abcd"),
      (.end, "abcd|"), (.control("a"), "|abcd"), (.control("e"), "abcd|"), (.control("k"), "ab|"),
      (.control("w"), "|cd"), (.control("u"), "|"),
    ] as [(Key, String)])
  func edited(_ key: Key, _ result: String) {
    let field = TextField(text: "abcd", rest: 2).edited(by: key)
    #expect(field.map { $0.text.dropLast($0.rest) + "|" + $0.text.suffix($0.rest) } == result)
  }

  @Test("knows no other key")
  func otherKeys() {
    #expect(TextField(text: "a").edited(by: .arrow(.up)) == nil)
    #expect(TextField(text: "a").edited(by: .control("i")) == nil)
  }

  @Test("has its cursor within the text, whatever a recording says", arguments: [-1, 2, Int.max])
  func wrongCursor(_ rest: Int) {
    let field = TextField(text: "a", rest: rest)
    #expect(field.edited(by: .character("b"))?.text.count == 2)
    #expect(field.edited(by: .control("?"), upTo: 1)?.text.count ?? 0 <= 1)
  }

  @Test("takes characters of several scalars as one, and none beyond its limit")
  func characters() {
    #expect(TextField(text: "e\u{301}🇩🇪").edited(by: .control("?")) == "e\u{301}")
    #expect(TextField(text: "ab", rest: 1).edited(by: .paste("xyz"), upTo: 3)?.text == "axb")
  }
}
