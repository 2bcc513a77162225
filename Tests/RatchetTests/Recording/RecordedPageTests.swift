import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetRecording

@MainActor
@Suite("A page of a recording")
struct RecordedPageTests {
  @Test("has each action, with what it changed as a replay says it")
  func steps() async throws {
    let file = try await RecordedFile.recorded([.add(3), .later(2), .identify, .rollLoaded])
    let page = try PageData(of: file.recording)
    var changes: [String?] = []
    _ = try file.recording.replay(Dicing()) {
      changes.append(Difference.text(from: $0.before, to: $0.after))
    }
    #expect(page.steps.map(\.change) == changes)
    #expect(
      page.steps.map(\.action) == [
        "add(3)", "later(2)", "add(2)", "roll", "identify", "rollLoaded",
      ])
    #expect(page.steps.map(\.name) == [nil, nil, "later", "later", nil, nil])
    #expect(page.steps.map(\.effect) == [nil, nil, 1, 1, nil, nil])
    #expect(page.steps.last?.draws == [["Die.roll": .integer(4)]])
    #expect(page.problem == nil)
  }

  @Test("has the lines of the state after each step", arguments: 0..<20)
  func states(_ seed: Int) async throws {
    var random = SeededRandom(UInt64(seed))
    let file = try await RecordedFile.recorded((0..<50).map { _ in Dicing.random(&random) })
    let page = try PageData(of: file.recording)
    var lines = page.state
    var number = 0
    _ = try file.recording.replay(Dicing()) { step in
      for edit in page.steps[number].edits {
        lines.replaceSubrange(edit.at..<(edit.at + edit.removed), with: edit.lines)
      }
      number += 1
      #expect(lines == ValueText.lines(step.after))
    }
    #expect(number == page.steps.count)
  }

  @Test("has the starts and ends of effects and subscriptions, between the actions")
  func effects() async throws {
    let file = try await RecordedFile.recorded([.later(2), .toggle, .toggle])
    let effects = try PageData(of: file.recording).effects
    #expect(effects.map(\.name) == ["later", "ticking"])
    #expect(effects.map(\.isSubscription) == [false, true])
    #expect(effects.map(\.after) == [1, 4])
    #expect(effects.map(\.endAfter) == [3, 5])
    #expect(effects.map(\.how) == ["finished", "finished"])
    #expect(effects[0].origin?.hasSuffix("Recorded.swift:68") == true)
  }

  @Test("has the actions alone if the recording has no lines of effects")
  func withoutEffects() async throws {
    let file = try await RecordedFile.recorded([.later(2)])
    let older = try file.changed { lines in lines.removeAll { $0.hasPrefix(#"{"effect""#) } }
    #expect(try older.lines.count == (try file.lines.count) - 2)
    let page = try PageData(of: older.recording)
    #expect(page.steps.map(\.name) == [nil, "later", "later"])
    #expect(page.effects.isEmpty)
    #expect(older.replay() == .same(steps: 3))
  }

  @Test("is not left by what a text contains")
  func hostile() async throws {
    let text = "</script><!--<script>alert(1)//\u{2028}\u{0}\"\\ </SCRIPT >"
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Note.self, program: "</title><script>&", version: "1")
    Store(initialState: Note.State(), observers: [recorder]) { Note() }.send(.write(text))
    try await recorder.finish()
    let page = try file.recording.page(for: Note())
    #expect(page.contains("<title>&lt;/title>&lt;script>&amp; 1</title>"))
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(!page.contains("<!--"))
    let data = try PageData(page)
    #expect(data.program == "</title><script>&")
    #expect(data.steps.first?.change?.contains(text.debugDescription) == true)
  }

  @Test("loads nothing, and lets nothing be loaded")
  func network() async throws {
    let file = try await RecordedFile.recorded([.add(1)])
    let page = try file.recording.page(for: Dicing())
    #expect(page.contains("default-src 'none'"))
    for text in ["http:", "https:", "src=", "href=", "url(", "import "] {
      #expect(!page.contains(text))
    }
  }

  @Test("has the last steps if it is limited, and is refused if it would have too many")
  func limited() async throws {
    let file = try await RecordedFile.recorded([.later(1), .toggle, .add(1), .add(2), .add(3)])
    let page = try PageData(try file.recording.page(for: Dicing(), last: 2))
    #expect(page.first == 6)
    #expect(page.steps.map(\.action) == ["add(2)", "add(3)"])
    #expect(page.state.contains { $0.contains("ticks: 1") })
    #expect(
      throws: RecordingError(
        .tooLong,
        "the recording has more than 7 steps, the most of a page: limit it to the last ones")
    ) {
      try file.recording.start(ofLast: nil, Dicing(), lenient: true, limit: 7)
    }
    #expect(try file.recording.start(ofLast: 7, Dicing(), lenient: true, limit: 7) == 1)
    #expect(try file.recording.start(ofLast: nil, Dicing(), lenient: true, limit: 8) == 0)
  }

  @Test("of a recording that is damaged or differs has the steps before, and says why it ends")
  func problems() async throws {
    let file = try await RecordedFile.recorded([.add(1), .add(2), .add(3)])
    let damaged = try file.changed { $0[2].removeLast() }
    #expect(throws: RecordingError.self) { try damaged.recording.page(for: Dicing()) }
    let page = try PageData(of: damaged.recording)
    #expect(page.steps.map(\.action) == ["add(1)"])
    #expect(page.problem == "line 3: the line was changed: it does not end with its sum")
    #expect(throws: RecordingError.self) { try file.recording.page(for: Dicing(factor: 2)) }
    let other = try PageData(
      try file.recording.page(for: Dicing(factor: 2), last: 3, lenient: true))
    #expect(other.steps.isEmpty)
    #expect(other.problem?.hasPrefix("Step 1 (line 2), add(1), differs.") == true)
    #expect(other.problem?.contains("+   sum: 2") == true)
  }

  @Test("of several stores ends the effects of each with it")
  func resumed() async throws {
    let file = try RecordedFile()
    for text in ["one", "two"] {
      let recorder = try ActionRecorder(
        to: file.url, mode: .continuing, of: Note.self, program: "note", version: "1")
      let store = Store(initialState: Note.State(), observers: [recorder]) { Note() }
      store.send(.write(text))
      store.send(.wait)
      try await recorder.finish()
    }
    let page = try PageData(try file.recording.page(for: Note()))
    #expect(page.steps.map(\.isResumed) == [false, false, true, false])
    #expect(page.steps[2].change?.contains(#"-   text: """#) == true)
    #expect(page.effects.map(\.id) == [1, 1])
    #expect(page.effects.map(\.after) == [2, 4])
    #expect(page.effects.map(\.endAfter) == [2, nil])
    #expect(page.effects.map(\.reason) == ["storeEnd", nil])
  }

  @Test("has no path of a feature with a secret that the recorder removes")
  func paths() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Desk.self, program: "desk", version: "1",
      redactingPaths: { $0.replacing("secret", with: "***") })
    Store(initialState: Desk.State(), observers: [recorder]) { Desk() }
      .send(.note(id: "secret", action: .read))
    try await recorder.finish()
    let page = try PageData(try file.recording.page(for: Desk()))
    #expect(page.effects.map(\.path) == [#"notes["***"]"#])
  }
}

// MARK: - Fixtures

/// The data of a page, as its script reads them.
private struct PageData: Decodable {
  struct Step: Decodable {
    let effect: Int?
    let name: String?
    let action: String
    let change: String?
    let edits: [Edit]
    let draws: [[String: RecordedJSON]]
    let isResumed: Bool
  }

  struct Edit: Decodable {
    let at: Int
    let removed: Int
    let lines: [String]
  }

  struct Effect: Decodable {
    let id: Int
    let name: String?
    let origin: String?
    let path: String
    let isSubscription: Bool
    let after: Int
    let endAfter: Int?
    let how: String?
    let reason: String?
  }

  let program: String
  let first: Int
  let state: [String]
  let steps: [Step]
  let effects: [Effect]
  let problem: String?

  init(_ page: String) throws {
    let start = try #require(page.range(of: #"<script type="application/json" id="data">"#))
    let end = try #require(page.range(of: "</script>"))
    let data = Data(page[start.upperBound..<end.lowerBound].utf8)
    self = try #require(try JSONDecoder().decode([PageData].self, from: data).first)
  }

  @MainActor init(of recording: Recording) throws {
    try self.init(recording.page(for: Dicing(), lenient: true))
  }
}

/// Something that is written.
private struct Note: Reducer {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id = ""
    var text = ""
  }

  enum Action: Codable, Equatable, Sendable {
    case write(String)
    case read, wait
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let text): state.text = text
    case .read: return .send(.write("read"))
    case .wait:
      return .run(name: "wait") { _ in
        let never = AsyncStream<Int> { _ in }
        for await _ in never {}
      }
    }
    return .none
  }
}

/// Notes, each under a name.
private struct Desk: Reducer {
  struct State: Codable, Equatable, Sendable {
    var notes: IdentifiedArrayOf<Note.State> = [Note.State(id: "secret")]
  }

  enum Action: Codable, Equatable, Sendable {
    case note(id: String, action: Note.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }.forEach(\.notes, action: Action.note) { Note() }
  }
}
