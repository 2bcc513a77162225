import TestSupport
import Testing

@testable import Console

@Suite("Painter")
struct PainterTests {
  @Test("writes nothing for a frame that is shown already")
  func unchanged() {
    var painter = Painter(area: .inline)
    _ = painter.paint(["a", "b"])
    #expect(painter.paint(["a", "b"]) == "")
  }

  @Test("writes changed lines only, as one frame for terminals that know what that is")
  func changedLines() {
    var painter = Painter(area: .inline)
    _ = painter.paint(["a", "b", "c", "d"])
    #expect(
      painter.paint(["a", "B", "c", "D"])
        == "\u{1B}[?2026h\u{1B}[1B\r\u{1B}[2KB\u{1B}[2B\r\u{1B}[2KD\u{1B}[3A\u{1B}[?2026l\r")
  }

  @Test("scrolls the screen for an inline frame and keeps what was above it")
  func inline() {
    var screen = VirtualScreen(columns: 10, rows: 4)
    screen.write("1\r\n2\r\n3\r\n$ ")
    screen.write(ControlText.enter(.inline, columns: 10))
    var painter = Painter(area: .inline)
    screen.write(painter.paint(["a", "b"]))
    #expect(screen.history == ["1", "2"])
    #expect(screen.text == "3\n$\na\nb")
    screen.write(ControlText.leave(.inline))
    screen.write("end\r\n")
    #expect(screen.text == "3\n$\nend")
  }

  @Test("leaves no frame among the lines that were scrolled off, as tmux and screen keep them")
  func home() {
    var screen = VirtualScreen(columns: 10, rows: 4)
    screen.write(ControlText.enter(.inline, columns: 10))
    var painter = Painter(area: .inline)
    for frame in ["a", "b"] {
      screen.write(painter.paint([frame, "end"]))
      painter.invalidate()
    }
    screen.write(ControlText.leave(.inline))
    #expect(screen.history == [] && screen.text == "")
  }

  @Test("shows each of many random frames exactly", .seeds(300))
  func randomFrames() {
    var random = SeededRandom(Seeds.current)
    let area: DrawingArea = Bool.random(using: &random) ? .inline : .fullscreen
    let size = ScreenSize(
      columns: Int.random(in: 1...12, using: &random), rows: Int.random(in: 2...8, using: &random))
    var screen = VirtualScreen(columns: size.columns, rows: size.rows)
    let above = (0..<Int.random(in: 0...12, using: &random)).map { "\($0 % 10)" }
    screen.write(above.map { $0 + "\r\n" }.joined())
    screen.write(ControlText.enter(area, columns: size.columns))
    var painter = Painter(area: area)
    for _ in 0..<8 {
      let frame = Self.frame(size, &random)
      if Bool.random(using: &random) { painter.invalidate() }
      screen.write(painter.paint(frame))
      let shown = Self.shown(screen, frame, above: area == .inline ? above : [])
      #expect(shown == frame)
      #expect(screen.unknown == [] && screen.wraps == 0)
    }
    screen.write(ControlText.leave(area))
    let kept = screen.history + screen.lines.prefix { !$0.isEmpty }
    #expect(kept == above)
    #expect(screen.isCursorVisible && !screen.isPasteBracketed && !screen.isAlternate)
  }
}

// MARK: - Fixtures

extension PainterTests {
  private static func frame(_ size: ScreenSize, _ random: inout SeededRandom) -> [String] {
    (0..<Int.random(in: 1...size.rows, using: &random)).map { _ in
      let width = Int.random(in: 0...size.columns, using: &random)
      return String((0..<width).map { _ in "abc".randomElement(using: &random) ?? "a" })
    }
  }

  /// The rows of the frame: those below what has not been scrolled off.
  private static func shown(
    _ screen: VirtualScreen, _ frame: [String], above: [String]
  ) -> [String] {
    let first = above.count - screen.history.count
    return Array(screen.lines.dropFirst(max(0, first)).prefix(frame.count))
  }
}
