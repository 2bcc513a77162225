import Foundation
import RatchetTesting

@testable import RatchetRecording

@MainActor
@Suite("The file of a recorder")
struct RecordingFileTests {
  @Test("is refused if it is not empty, and left as it is")
  func notEmpty() async throws {
    let file = try RecordedFile("my thesis\n")
    #expect(
      throws: RecordingError(
        .notEmpty,
        """
        '\(file.url.path)' is not empty; pass the mode '.replacing' or '.continuing' to the recorder
        """)
    ) { try recorder(file) }
    #expect(try file.text == "my thesis\n")
    _ = try recorder(RecordedFile(""))
  }

  @Test("is replaced if that is wanted, once a store begins")
  func replacing() async throws {
    let file = try RecordedFile("my thesis\n")
    let recorder = try recorder(file, .replacing)
    try await recorder.flush()
    #expect(try file.text == "my thesis\n")
    store(recorder).send(.add(1))
    try await recorder.close()
    #expect(file.replay() == .same(steps: 1))
  }

  @Test("stays if the state of the store that would replace it cannot be encoded")
  func unencodable() async throws {
    struct Feature: Reducer {
      struct State: Codable, Equatable, Sendable {
        func encode(to encoder: any Encoder) throws { throw CancellationError() }
      }
      enum Action: Codable, Sendable { case go }
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }
    let file = try RecordedFile("my thesis\n")
    let recorder = try ActionRecorder(
      to: file.url, mode: .replacing, of: Feature.self, program: "feature", version: "1",
      onFailure: { _ in })
    Store(initialState: Feature.State(), observers: [recorder]) { Feature() }.send(.go)
    await #expect(throws: RecordingError.self) { try await recorder.close() }
    #expect(try file.text == "my thesis\n")
  }

  @Test("is refused to a second recorder, until the first has finished or is released")
  func secondRecorder() async throws {
    let file = try RecordedFile()
    let first = try recorder(file)
    let inUse = RecordingError(.inUse, "another recorder writes to '\(file.url.path)'")
    for mode in [RecordingMode.new, .replacing, .continuing] {
      #expect(throws: inUse) { try recorder(file, mode) }
    }
    store(first).send(.add(1))
    try await first.close()
    #expect(file.replay() == .same(steps: 1))
    var second: ActionRecorder? = try recorder(file, .continuing)
    #expect(throws: inUse) { try recorder(file, .replacing) }
    second = nil
    #expect(second == nil)
    _ = try recorder(file, .replacing)
  }

  @Test("goes on with the times of what it has")
  func times() async throws {
    let file = try RecordedFile()
    let clock = TestClock()
    for mode in [RecordingMode.new, .continuing] {
      let recorder = try recorder(file, mode)
      let store = store(recorder, clock)
      clock.advance(by: .seconds(1))
      store.send(.add(1))
      try await recorder.close()
    }
    var times: [Duration] = []
    _ = try file.recording.replay(Dicing()) { times.append($0.time) }
    #expect(times == [.seconds(1), .seconds(2)])
  }

  @Test("is gone on with where a killed program has left it, without a line that was cut off")
  func continuingCutOff() async throws {
    let text = try await RecordedFile.recorded([.add(1), .add(2)]).text
    let steps = text.split(separator: "\n").dropLast().joined(separator: "\n")
    for (rest, sum) in [
      (steps, 3), (steps + "\n", 3), (steps + "\n\n", 3), (steps.dropLast() + "", 1),
    ] {
      let file = try RecordedFile(rest)
      let recorder = try recorder(file, .continuing)
      let store = try resumed(file, recorder)
      #expect(store.sum == sum)
      store.send(.add(10))
      try await recorder.close()
      #expect(try file.text.hasPrefix(steps.prefix(sum == 3 ? steps.count : 100)))
      #expect(file.replay() == .same(steps: sum == 3 ? 3 : 2))
      #expect(try file.recording.lastState(Dicing(), lenient: false).sum == sum + 10)
    }
  }

  @Test("is not gone on with if it is no recording, damaged, or of another program or version")
  func notContinued() async throws {
    let whole = try await RecordedFile.recorded([.add(1), .add(2)])
    let damaged = try whole.changed { $0[1].removeFirst() }
    let cases: [(RecordedFile, String, String, RecordingError.Code)] = [
      (try RecordedFile("my thesis\n"), "dicing", "1", .noRecording),
      (damaged, "dicing", "1", .damaged), (whole, "counter", "1", .otherProgram),
      (whole, "dicing", "2", .otherVersion),
    ]
    for (file, program, version, code) in cases {
      let text = try file.text
      let error = #expect(throws: RecordingError.self) {
        try ActionRecorder(
          to: file.url, mode: .continuing, of: Dicing.self, program: program, version: version)
      }
      #expect(error?.code == code)
      #expect(try file.text == text)
    }
  }

  @Test("has the state with which a store goes on, even if that is not the last one")
  func otherState() async throws {
    let file = try await RecordedFile.recorded([.add(1), .add(2)])
    let recorder = try recorder(file, .continuing)
    let store = store(recorder, state: Dicing.State(sum: 100))
    store.send(.add(5))
    store.send(.add(6))
    try await recorder.close()
    let recording = try file.recording
    #expect(recording.replay(Dicing()) == .same(steps: 4))
    let history = try StoreHistory(of: recording, Dicing())
    let sums = (0...4).map { step in
      history.seek(to: step)
      return history.state.sum
    }
    #expect(sums == [0, 1, 100, 105, 111])
    let source = try recording.testSource(for: Dicing())
    #expect(source.contains(#""sum":100"#))
    #expect(!source.contains("send(.add(2))"))
    #expect(source.contains("send(.add(5)) {\n    $0.sum = 105\n"))
  }

  private func recorder(
    _ file: RecordedFile, _ mode: RecordingMode = .new
  ) throws -> ActionRecorder<Dicing.State, Dicing.Action> {
    try ActionRecorder(to: file.url, mode: mode, of: Dicing.self, program: "dicing", version: "1")
  }

  private func store(
    _ recorder: ActionRecorder<Dicing.State, Dicing.Action>, _ clock: TestClock = TestClock(),
    state: Dicing.State = Dicing.State()
  ) -> StoreOf<Dicing> {
    Store(initialState: state, observers: [recorder]) {
      Dicing()
    } withDependencies: {
      $0.context = .live
      $0.continuousClock = clock
    }
  }

  private func resumed(
    _ file: RecordedFile, _ recorder: ActionRecorder<Dicing.State, Dicing.Action>
  ) throws -> StoreOf<Dicing> {
    try Store(resuming: file.recording, lenient: true, observers: [recorder]) {
      Dicing()
    } withDependencies: {
      $0.context = .live
      $0.continuousClock = TestClock()
    }
  }
}
