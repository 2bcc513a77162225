import FoundationEssentials
import RatchetTesting

// Examples in the documentation of recordings; see `DocumentationTests`.

private enum RecordingExamples {
  struct Counter: Reducer {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Equatable, Sendable { case increment, factResponse(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  struct Dice: DependencyKey {
    var roll = RecordableSource("Dice.roll") { Int.random(in: 1...6) }
    static let liveValue = Dice()
  }

  @MainActor static func recorderExample(_ file: URL) async throws {
    let recorder = try ActionRecorder(
      to: file, of: Counter.self, program: "counter", version: "1.0")
    let store = Store(initialState: Counter.State(), observers: [recorder]) { Counter() }
    store.send(.increment)
    try await recorder.finish()
  }

  @MainActor static func replayExample(_ file: URL) throws {
    let recording = try Recording(contentsOf: file, program: "counter")
    switch recording.replay(Counter()) {
    case .same(let steps): print("\(steps) steps, as recorded")
    case .differs(let step, let difference): print("step \(step): \(difference)")
    case .impossible(let line, let reason): print("line \(line): \(reason)")
    }
  }

  @MainActor static func pageExample(_ recording: Recording) throws {
    let page = try recording.page(for: Counter())
    try page.write(to: URL(filePath: "run.html"), atomically: true, encoding: .utf8)
  }

  @MainActor static func testSourceExample(_ recording: Recording) throws {
    print(try recording.testSource(for: Counter()))
  }

  @MainActor static func resumingExample(_ recording: Recording) throws {
    let store = try Store(resuming: recording) { Counter() }
    store.send(.increment)
  }

  static func migrationExample() -> RecordingMigration {
    let renamed = RecordingMigration(from: "1.0", to: "1.1", .fine) { line in
      line["action"]?.rename("add", to: "append")
    }
    return renamed
  }

  struct Address: Equatable { var city = "" }

  struct State: Equatable, CodableFields {
    var name = ""
    var address = Address()

    static let codableFields: [CodableField<Self>] = [
      .init("name", \.name), .init("city", \.address.city),
    ]
  }

  @MainActor static func historyExample() {
    let history = StoreHistory(of: Counter())
    let store = Store(initialState: Counter.State(), observers: [history]) { Counter() }
    store.send(.increment)
    store.send(.increment)
    history.back()
    print(history.state)  // count: 1
  }

  @MainActor static func recordedEffectsExample() -> some Reducer<Counter.State, Counter.Action> {
    Counter().sendingRecorded([
      1: (.factResponse("1 is a number."), after: .milliseconds(20))
    ])
  }

  static func recordedDrawsExample() {
    withDependencies {
      $0.useRecordedDraws([#"{"uuid":"00000000-0000-0000-0000-000000000000"}"#])
    } operation: {
    }
  }
}
