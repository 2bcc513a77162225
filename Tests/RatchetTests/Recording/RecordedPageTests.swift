import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetRecording
@testable import RatchetReports

@MainActor
@Suite("A page of a recording")
struct RecordedPageTests {
  @Test("has the lines of the state after each step", arguments: 0..<(Deep.isFull ? 20 : 2))
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

  @Test("has what a reducer read as texts, since a number of JavaScript lacks digits")
  func reads() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Note.self, program: "note", version: "1")
    let store = Store(initialState: Note.State(), observers: [recorder]) {
      Note()
    } withDependencies: {
      $0.randomNumberGenerator = .init(GreatNumbers())
    }
    store.send(.roll)
    try await recorder.close()
    let page = try PageData(try file.recording.page(for: Note()))
    #expect(page.steps[0].reads.flatMap(\.values) == ["18446744073709551557"])
  }

  @Test("is not left by what a text contains")
  func hostile() async throws {
    let text = "</script><!--<script>alert(1)//\u{2028}\u{0}\"\\ </SCRIPT >"
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Note.self, program: "</title><script>&", version: "1")
    Store(initialState: Note.State(), observers: [recorder]) { Note() }.send(.write(text))
    try await recorder.close()
    let page = try file.recording.page(for: Note())
    #expect(page.contains("<title>&lt;/title>&lt;script>&amp; 1</title>"))
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(!page.contains("<!--"))
    let data = try PageData(page)
    #expect(data.program == "</title><script>&")
    #expect(data.steps.first?.change?.contains(text.debugDescription) == true)
  }

  @Test("has the last steps if it is limited, and is refused if it would have too many")
  func limited() async throws {
    let file = try await RecordedFile.recorded([.later(1), .toggle, .add(1), .add(2), .add(3)])
    let page = try PageData(try file.recording.page(for: Dicing(), last: 2))
    #expect(page.first == 6)
    #expect(page.steps.map(\.action) == ["add(2)", "add(3)"])
    #expect(page.state.contains { $0.contains("ticks: 1") })
    let tooLong = RecordingError(
      .tooLong, "the recording has more than 7 steps, the limit of a page: show only the last ones")
    #expect(throws: tooLong) {
      try file.recording.start(ofLast: nil, Dicing(), lenient: true, limit: 7)
    }
    // It is not even replayed.
    let damaged = try file.changed { $0[1].removeLast() }
    #expect(throws: tooLong) {
      try damaged.recording.start(ofLast: nil, Dicing(), lenient: true, limit: 7)
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
    #expect(page.problem == "line 3: the line was changed: its checksum is missing")
    #expect(throws: RecordingError.self) { try file.recording.page(for: Dicing(factor: 2)) }
    let other = try PageData(
      try file.recording.page(for: Dicing(factor: 2), last: 3, lenient: true))
    #expect(other.steps.isEmpty)
    #expect(try file.recording.start(ofLast: 0, Dicing(factor: 2), lenient: true) == 0)
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
      try await recorder.close()
    }
    let page = try PageData(try file.recording.page(for: Note()))
    #expect(page.steps.map(\.isResumed) == [false, false, true, false])
    #expect(page.steps[2].change?.contains(#"-   text: """#) == true)
    #expect(page.effects.map(\.after) == [2, 4])
    #expect(page.effects.map(\.endAfter) == [2, nil])
    #expect(page.effects.map(\.reason) == ["storeEnd", nil])
    #expect(page.effects.allSatisfy { $0.end ?? .max >= $0.start })
  }

  @Test("has no path of a feature with a secret that the recorder removes")
  func paths() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Desk.self, program: "desk", version: "1",
      redactingPaths: { $0.replacing("secret", with: "***") })
    Store(initialState: Desk.State(), observers: [recorder]) { Desk() }
      .send(.note(id: "secret", action: .read))
    try await recorder.close()
    let page = try PageData(try file.recording.page(for: Desk()))
    #expect(page.effects.map(\.path) == [#"notes["***"]"#])
  }
}

// MARK: - Fixtures

/// Generates a number that no number of JavaScript equals.
private struct GreatNumbers: RandomNumberGenerator {
  mutating func next() -> UInt64 { .max - 58 }
}

/// The data of a page, as its script reads them.
private struct PageData: Decodable {
  struct Step: Decodable {
    let action: String
    let change: String?
    let edits: [Edit]
    let reads: [[String: String]]
    let isResumed: Bool
  }

  struct Edit: Decodable {
    let at: Int
    let removed: Int
    let lines: [String]
  }

  struct Effect: Decodable {
    let path: String
    let start: Int64
    let end: Int64?
    let after: Int
    let endAfter: Int?
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
    case read, wait, roll
  }

  @Dependency(\.randomNumberGenerator) var random

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let text):
      state.text = text
      return .none
    case .read: return .send(.write("read"))
    case .wait: return .run { _ in await untilCancelled() }
    case .roll:
      state.text = random { "\($0.next())" }
      return .none
    }
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
