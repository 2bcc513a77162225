import Foundation
import RatchetTesting
import RegexBuilder
import TestSupport

@testable import RatchetRecording

@MainActor
@Suite("A replay of a recording")
struct ReplayTests {
  @Test(
    "leads to the same digests, of many random actions and effects with reads",
    .deep(10_000, small: 200))
  func random() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Dicing.self, program: "dicing", version: "1")
    let store = Store(initialState: Dicing.State(), observers: [recorder]) {
      Dicing()
    } withDependencies: {
      // With live values, which no other run has.
      $0.context = .live
    }
    var generator = SeededRandom(14)
    for _ in 0..<Deep.size { store.send(Dicing.random(&generator)) }
    await store.finish()
    let state = store.state
    try await recorder.close()
    let steps = store.statistics.actions
    #expect(steps > Deep.size * 6 / 5)
    let recording = try file.recording
    #expect(recording.replay(Dicing()) == .same(steps: steps))
    #expect(try recording.lastState(Dicing(), lenient: false) == state)
  }

  @Test("catches a reducer that was changed at the first step that it changes")
  func changedReducer() async throws {
    let file = try await RecordedFile.recorded([.add(0), .roll, .identify, .add(3), .add(4)])
    #expect(file.replay() == .same(steps: 5))
    #expect(
      file.replay(Dicing(factor: 2))
        == .differs(
          step: 4,
          difference: """
            Step 4 (line 5), add(3), differs. The state has the digest 836f1414c8a9df4f, not \
            6d9f06e95fbdec28.
            Differences from the recording:
                sum = 10
            What it changes now:
                State(
              -   sum: 4
              +   sum: 10
                  ids: [
                    00000000-0000-0000-0000-000000000000
                  ]
                ...
            """))
  }

  @Test("names the members that are not as recorded: changed, not changed, added or removed")
  func members() async throws {
    func members(_ replay: ReplayResult) -> [Substring] {
      guard case .differs(_, let text) = replay else { return [] }
      return text.split(separator: "\n")
        .drop { $0 != "Differences from the recording:" }.dropFirst()
        .prefix { $0 != "What it changes now:" }
    }
    let added = try await RecordedFile.recorded([.add(3)])
    #expect(members(added.replay(Dicing(factor: 0))) == ["    sum = 0"])
    let rolled = try await RecordedFile.recorded([.roll])
    func replay(_ old: String, _ new: String) throws -> ReplayResult {
      try rolled.changed {
        let old = (try? Regex(old)) ?? Regex { "" }
        $0[1] = $0[1].replacing(old, with: new, maxReplacements: 1)
        $0[1] = resummed(
          $0[1].replacing(/"digest":"[0-9a-f]*"/, with: #""digest":"0000000000000000""#))
      }.replay()
    }
    #expect(members(try replay("-", "")).isEmpty)
    #expect(members(try replay(#""changed":\{"#, #""changed":{"ids":null,"#)) == ["    ids = []"])
    let unchanged = try replay(#""lastRoll":"[0-9a-f]*","#, "")
    #expect(members(unchanged).map { $0.prefix(12) } == ["    lastRoll"])
  }

  @Test("reads again what was read, and knows a read too many, too few, or of another source")
  func reads() async throws {
    let file = try await RecordedFile.recorded([.identify, .roll, .rollLoaded])
    #expect(file.replay() == .same(steps: 3))
    func replay(_ draws: String, inLine line: Int) throws -> ReplayResult {
      try file.changed {
        let old = try? #/"draws":\[.*?\],/#.firstMatch(in: $0[line - 1])
        if let old { $0[line - 1].replaceSubrange(old.range, with: draws) }
        $0[line - 1] = resummed($0[line - 1])
      }.replay()
    }
    let results = [
      try replay("", inLine: 2),
      try replay(#""draws":[{"uuid":"\#(UUID(0))"},{"date":1},{"date":2}],"#, inLine: 2),
      try replay(#""draws":[{"date":1}],"#, inLine: 2),
      try replay(#""draws":[{"uuid":1}],"#, inLine: 2),
      try replay(#""draws":[{"Die.roll":5}],"#, inLine: 4),
    ]
    let texts = results.map { result in
      if case .differs(let step, let text) = result {
        "\(step) \(text.prefix { $0 != "\n" })"
      } else {
        "\(result)"
      }
    }
    let readsOthers = "differs. The reducer read different values:"
    #expect(
      texts == [
        """
        1 Step 1 (line 2), identify, \(readsOthers) "uuid" was read more often than in \
        the recording.
        """,
        """
        1 Step 1 (line 2), identify, \(readsOthers) the recording has 2 reads that were \
        not made, first "date".
        """,
        """
        1 Step 1 (line 2), identify, \(readsOthers) "uuid" was read, but the recording has \
        "date" here.
        """,
        """
        1 Step 1 (line 2), identify, \(readsOthers) the recorded value of "uuid" is not of type \
        'UUID'.
        """,
        """
        3 Step 3 (line 4), rollLoaded, differs. The state has the digest 551ad1905211f01f, not \
        4fdee47422c9fd84.
        """,
      ])
  }

  @Test("tells of each step who sent what, and what it changed")
  func steps() async throws {
    let file = try await RecordedFile.recorded([.later(7)])
    var steps: [ReplayedStep<Dicing.State, Dicing.Action>] = []
    #expect(try file.recording.replay(Dicing()) { steps.append($0) } == .same(steps: 3))
    #expect(
      steps.map(\.source) == [
        .caller, .effect(1, name: "later"), .effect(1, name: "later"),
      ])
    #expect(steps.map(\.before.sum) == [0, 0, 7])
  }
}
