import Console
import TestSupport
import Testing

@testable import counter

@Suite("Screen")
struct ScreenTests {
  @Test("at 80 x 24 shows count, fact, timer, effects, log and keys")
  func usual() {
    #expect(
      draw(busy, 80, 24) == """
        count: 2
        fact: asked about 2, waiting (c cancels)
        timer: on, 3 ticks
        in flight: timer 3 s, fact 0 s

        key    up       count: 0 -> 1
        key    up       count: 1 -> 2
        key    timer    timer: off -> on, 0 ticks
        timer  tick     timer: on, 2 ticks -> on, 3 ticks
        key    fact     fact: none -> loading

        + up  - down  f fact  t timer  c cancel  r reset  l log  ? help  q quit
        """)
  }

  @Test("at 30 x 9 breaks the fact, cuts other lines, and shows fewer entries and keys")
  func narrow() {
    #expect(
      draw(busy, 30, 9) == """
        count: 2
        fact: asked about 2, waiting
        (c cancels)
        timer: on, 3 ticks
        in flight: timer 3 s, fact 0 s

        key    fact     fact: none ->…

        + up  - down  ? help  q quit
        """)
  }

  @Test(
    "on low terminals keeps the count to the last",
    arguments: [
      (
        6,
        "count: 2\nfact: asked about\n2, waiting (c\ncancels)\ntimer: on, 3 ticks\n? help  q quit"
      ),
      (2, "count: 2\n? help  q quit"), (1, "count: 2"), (0, ""),
    ])
  func low(_ rows: Int, _ text: String) {
    #expect(draw(busy, 18, rows) == text)
  }

  @Test("shows a text, an error, or that there is no fact")
  func facts() {
    #expect(fact(.text("7 is prime")) == "fact: 7 is prime")
    #expect(fact(.text("two\nlines\u{1B}[2J")) == "fact: two lines [2J")
    #expect(
      fact(.failure(.status(404)))
        == "fact: error: status 404 instead of 200 from the fact server")
  }

  @Test("tells which step is shown, and how to go on from an earlier one")
  func steps() {
    var frame = Frame(size: ScreenSize(columns: 80, rows: 24))
    func line(_ number: Int) -> String {
      frame.step = Frame.Step(number: number, last: 3)
      return LoggedCounter.draw(LoggedCounter.State(), frame)[4].text
    }
    #expect(line(3) == "step: 3 of 3")
    #expect(line(2) == "step: 2 of 3 (u back, Ctrl-R on; any other key goes on from here)")
  }

  @Test("never exceeds its size", .seeds(1000))
  func fits() {
    var random = SeededRandom(Seeds.current)
    let screen = Self.random(&random)
    let size = ScreenSize(
      columns: Int.random(in: 0...60, using: &random), rows: Int.random(in: 0...30, using: &random))
    let lines = screen.lines(size, area: .fullscreen)
    #expect(lines.count <= size.rows)
    #expect(lines.allSatisfy { $0.columns <= size.columns })
  }
}

// MARK: - Fixtures

/// What the screen is drawn from.
private struct Screen {
  var state = LoggedCounter.State()
  var inFlight: [EffectAge] = []

  func lines(
    _ size: ScreenSize, area: DrawingArea = .inline
  ) -> [String] {
    let frame = Frame(size: size, area: area, inFlight: inFlight)
    let lines = LoggedCounter.draw(state, frame)
    #expect(lines.count <= max(0, size.rows))
    return frame.rendered(lines, isColoured: false)
  }
}

extension ScreenTests {
  private var busy: Screen {
    var screen = Screen()
    screen.state.counter = Counter.State(count: 2, fact: .loading, ticks: 3)
    screen.state.log = [
      Self.entry("key", "down", Change(field: "count", before: "1", after: "0")),
      Self.entry("key", "up", Change(field: "count", before: "0", after: "1")),
      Self.entry("key", "up", Change(field: "count", before: "1", after: "2")),
      Self.entry("key", "timer", Change(field: "timer", before: "off", after: "on, 0 ticks")),
      Self.entry(
        "timer", "tick", Change(field: "timer", before: "on, 2 ticks", after: "on, 3 ticks")),
      Self.entry("key", "fact", Change(field: "fact", before: "none", after: "loading")),
    ]
    screen.inFlight = [.init(name: "timer", seconds: 3), .init(name: "fact", seconds: 0)]
    return screen
  }

  private static func entry(
    _ source: String, _ name: String, _ changes: Change...
  ) -> LoggedCounter.Entry {
    LoggedCounter.Entry(source: source, name: name, changes: changes)
  }

  private func draw(_ screen: Screen, _ columns: Int, _ rows: Int) -> String {
    screen.lines(ScreenSize(columns: columns, rows: rows)).joined(separator: "\n")
  }

  private func fact(_ fact: Counter.Fact) -> String {
    var screen = Screen()
    screen.state.counter.fact = fact
    return screen.lines(ScreenSize(columns: 80, rows: 24))[1]
  }

  /// Any state, with texts that a terminal finds hard.
  private static func random(_ random: inout SeededRandom) -> Screen {
    let texts = ["", "7 is prime", "漢字かな", "e\u{301}é", "👨‍👩‍👧 🇩🇪", "a\tb\nc\u{1B}[31m", "ｗｉｄｅ ❤️"]
    func text() -> String {
      (0..<4).compactMap { _ in texts.randomElement(using: &random) }.joined(separator: " ")
    }
    var screen = Screen()
    screen.state.counter = Counter.State(
      count: Int.random(in: -9_999_999...9_999_999, using: &random),
      fact: [.idle, .loading, .cancelled, .text(text()), .failure(.unreachable(text()))]
        .randomElement(using: &random) ?? .idle,
      ticks: Bool.random(using: &random) ? nil : Int.random(in: 0...100, using: &random),
      isLogVisible: Bool.random(using: &random), isHelpVisible: Bool.random(using: &random))
    screen.state.log = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      entry(text(), text(), Change(field: text(), before: text(), after: text()))
    }
    screen.inFlight = (0..<Int.random(in: 0...3, using: &random)).map {
      EffectAge(name: text(), seconds: $0)
    }
    return screen
  }
}
