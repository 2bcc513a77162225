import TestSupport
import Testing

@testable import Console

@Suite("Key decoder")
struct KeyDecoderTests {
  @Test("knows the keys of a terminal", arguments: examples)
  func decodes(_ example: Example) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(example.bytes) == example.keys)
    #expect(decoder.timeout == nil)
  }

  @Test("gives the same keys wherever reads split the bytes", .seeds(1000))
  func ignoresSplits() {
    var random = SeededRandom(Seeds.current)
    let bytes = Self.randomInput(&random)
    var whole = KeyDecoder()
    let keys = whole.decode(bytes)

    var split = KeyDecoder()
    var rest = bytes[...]
    var pieces: [Key] = []
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(5, rest.count), using: &random)
      pieces += split.decode(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(pieces == keys, "\(bytes)")
    #expect(split.timeOut() == whole.timeOut())
  }

  @Test("finds every key again between any others", .seeds(200))
  func joins() {
    var random = SeededRandom(Seeds.current)
    let chosen = (0..<20).compactMap { _ in Self.examples.randomElement(using: &random) }
    var decoder = KeyDecoder()
    #expect(decoder.decode(chosen.flatMap(\.bytes)) == chosen.flatMap(\.keys))
  }

  @Test("takes a lone Esc for Esc when nothing follows")
  func loneEscape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.timeout == KeyDecoder.escapeTimeout)
    #expect(decoder.timeOut() == [.escape])
    #expect(decoder.timeout == nil && decoder.timeOut() == [])
    #expect((.milliseconds(50)...(.milliseconds(100))).contains(KeyDecoder.escapeTimeout))
  }

  @Test(
    "gives up what is not finished, after a second",
    arguments: [
      "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;t", "\u{1B}]0;\u{1B}", "\u{1B}[[", "\u{1B}[M",
    ])
  func unfinished(_ beginning: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(beginning.utf8) == [])
    #expect(decoder.timeout == .seconds(1))
    #expect(decoder.timeOut() == [])
    #expect(decoder.decode("q".utf8) == [.character("q")])
  }

  @Test("waits a second for the rest of a character and of a paste, which it then gives as it is")
  func lost() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xE2, 0x82]) == [] && decoder.timeout == .seconds(1))
    #expect(decoder.decode([0xAC]) == [.character("€")])
    #expect(decoder.decode("\u{1B}[200~q".utf8) == [] && decoder.timeout == .seconds(1))
    #expect(decoder.timeOut() == [.paste("q")])
  }

  @Test("drops what comes late of a paste, up to its end, or until nothing comes for a second")
  func latePaste() {
    for end in ["\u{1B}[201~", nil] {
      var decoder = KeyDecoder()
      _ = decoder.decode("\u{1B}[200~text\u{1B}[2".utf8)
      #expect(decoder.timeOut() == [.paste("text")])
      #expect(decoder.decode("d\u{3}\u{1B}[A".utf8) == [.control("c")])
      #expect(decoder.timeout == .seconds(1))
      #expect(end.map { decoder.decode($0.utf8) } ?? decoder.timeOut() == [])
      #expect(decoder.timeout == nil && decoder.decode("q".utf8) == [.character("q")])
    }
    var decoder = KeyDecoder()
    _ = decoder.decode("\u{1B}[200~text\u{1B}[20".utf8) + decoder.timeOut()
    #expect(decoder.decode("1~q".utf8) == [.character("q")])
  }

  @Test("keeps no more of a paste than its limit, and finds its end all the same")
  func longPaste() {
    var decoder = KeyDecoder()
    let text = String(repeating: "q", count: PasteCollector.limit + 10)
    let keys = decoder.decode("\u{1B}[200~\(text)\u{1B}[201~+".utf8)
    #expect(keys == [.paste(String(text.prefix(PasteCollector.limit))), .character("+")])
  }

  @Test("cuts no character at the limit of a paste")
  func cutPaste() {
    var decoder = KeyDecoder()
    let text = "q" + String(repeating: "é", count: PasteCollector.limit)
    let kept = "q" + String(repeating: "é", count: PasteCollector.limit / 2 - 1)
    #expect(decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8) == [.paste(kept)])
  }

  @Test("lets Ctrl-C through in the middle of anything")
  func interrupted() {
    let beginnings = [
      "", "\u{1B}", "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;", "\u{1B}]0;\u{1B}", "\u{1B}[[",
      "\u{1B}[M ", "\u{1B}[200~x",
    ]
    for beginning in beginnings {
      var decoder = KeyDecoder()
      #expect(decoder.decode("\(beginning)\u{3}".utf8) == [.control("c")], "after \(beginning)")
    }
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xE2, 0x82, 0x03]) == [.control("c")])
  }
}

// MARK: - Fixtures

extension KeyDecoderTests {
  struct Example: CustomTestStringConvertible {
    var bytes: [UInt8]
    var keys: [Key]

    init(_ text: String, _ keys: Key...) {
      bytes = Array(text.utf8)
      self.keys = keys
    }

    init(_ bytes: [UInt8], _ keys: Key...) {
      self.bytes = bytes
      self.keys = keys
    }

    var testDescription: String { "\(bytes) as \(keys)" }
  }

  static let examples = [
    Example("+", .character("+")),
    Example("é€😀", .character("é"), .character("€"), .character("😀")),
    Example(
      [0x03, 0x04, 0x1A, 0x0D, 0x7F], .control("c"), .control("d"), .control("z"),
      .control("m"), .control("?")),
    Example("\u{1B}x", .alt("x")),
    Example("\u{1B}é", .alt("é")),
    Example(
      "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", .arrow(.up), .arrow(.down), .arrow(.right),
      .arrow(.left)),
    Example(
      "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", .arrow(.up), .arrow(.down), .arrow(.right),
      .arrow(.left)),
    Example("\u{1B}[1;5A", .arrow(.up)),
    Example("\u{1B}[Z", .backTab),
    Example("\u{1B}\u{1B}[A", .escape, .arrow(.up)),
    // Function keys, a focus report, a mouse report, titles and device strings: swallowed whole.
    Example("\u{1B}[15~\u{1B}OP\u{1B}[[A\u{1B}[I\u{1B}[<0;10;20M\u{1B}[2;5~"),
    Example("\u{1B}[M q!+", .character("+")),
    Example("\u{1B}[0123456789;0123456789;0123456789q"),
    Example("\u{1B}]0;quit\u{7}+", .character("+")),
    Example("\u{1B}]11;rgb:ff/ff/ff\u{1B}\\+", .character("+")),
    Example("\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[8~\u{1B}[3~", .home, .end, .home, .end, .delete),
    Example("\u{1B}[5~\u{1B}[6~", .pageUp, .pageDown),
    // As kitty and xterm report keys where another program has left that on.
    Example("\u{1B}[99;5u\u{1B}[67;6u\u{1B}[27;5;99~", .control("c"), .control("c"), .control("c")),
    Example(
      "\u{1B}[113u\u{1B}[113;2u\u{1B}[13u\u{1B}[27;129u\u{1B}[97;3u", .character("q"),
      .character("Q"), .control("m"), .escape, .alt("a")),
    Example("\u{1B}[99;5:3u\u{1B}[1;1:3A\u{1B}[57441u\u{1B}[?0u\u{1B}[9999999999999u"),
    Example("\u{1B}[200~q+f\u{1B}[A\u{1B}[201~", .paste("q+f\u{1B}[A")),
    Example("\u{1B}[200~\u{1B}[20\u{1B}[201~", .paste("\u{1B}[20")),
    Example("\u{1B}[200~\u{1B}[201~", .paste("")),
    // Bytes that are not UTF-8: a lone continuation, an overlong form, a surrogate, and a character
    // that is cut off.
    Example([0x80, 0xFF, 0xC0, 0x2B], .character("+")),
    Example([0xE0, 0x80, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80]),
    Example([0xE2, 0x82, 0x2B], .character("+")),
  ]

  /// Bytes that mean something more often than chance would have it.
  static func randomInput(_ random: inout SeededRandom) -> [UInt8] {
    (0..<40).flatMap { _ -> [UInt8] in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: [UInt8.random(in: 0...255, using: &random)]
      case 1: [0x1B, Array("[O]PM~;2A".utf8).randomElement(using: &random) ?? 0]
      case 2: Array("200~201~".utf8.prefix(Int.random(in: 0...8, using: &random)))
      default: examples.randomElement(using: &random)?.bytes ?? []
      }
    }
  }
}
