import Foundation
import RatchetTesting

// The code of `Docs/Ratchet.docc/RecordingAndReplay.md`.

@MainActor @Suite("The page of recording and replay")
struct RecordingAndReplayTests {
  struct Score: Reducer {
    struct State: Codable, Equatable {
      var points = 0
      var rolls: [Int] = []
    }

    enum Action: Codable, Equatable {
      case rolled
      case doubled
    }

    @Dependency(\.randomNumberGenerator) var random

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .rolled:
        let roll = random { Int.random(in: 1...6, using: &$0) }
        state.rolls.append(roll)
        state.points += roll
      case .doubled: state.points *= 2
      }
      return .none
    }
  }

  @MainActor func record(to file: URL) async throws {
    let recorder = try ActionRecorder(to: file, of: Score.self, program: "score", version: "1.0")
    let store = Store(initialState: Score.State(), observers: [recorder]) { Score() }
    store.send(.rolled)
    store.send(.rolled)
    store.send(.doubled)
    try await recorder.finish()
  }

  @MainActor func replay(_ file: URL) throws -> String {
    let recording = try Recording(contentsOf: file, program: "score")
    return switch recording.replay(Score()) {
    case .same(let steps): "\(steps) steps, as recorded"
    case .differs(let step, let difference): "step \(step): \(difference)"
    case .impossible(let line, let reason): "line \(line): \(reason)"
    }
  }

  @MainActor func resume(_ file: URL) throws -> StoreOf<Score> {
    let recording = try Recording(contentsOf: file, program: "score")
    return try Store(resuming: recording) { Score() }
  }

  @MainActor func goOn(_ file: URL) throws -> StoreOf<Score> {
    let recorder = try ActionRecorder(
      to: file, mode: .continuing, of: Score.self, program: "score", version: "1.0")
    let recording = try Recording(contentsOf: file, program: "score")
    return try Store(resuming: recording, lenient: true, observers: [recorder]) { Score() }
  }

  @MainActor func history() -> [Int] {
    let history = StoreHistory(of: Score())
    let store = Store(initialState: Score.State(points: 1), observers: [history]) { Score() }
    store.send(.doubled)
    store.send(.doubled)
    history.back()
    return [history.state.points, store.points]  // 2, 4
  }

  @MainActor func page(of file: URL) throws -> String {
    try Recording(contentsOf: file, program: "score").page(for: Score())
  }

  @MainActor func test(of file: URL) throws -> String {
    try Recording(contentsOf: file, program: "score").testSource(for: Score())
  }

  @Test(
    "shows a recording that is replayed, and from which a store goes on",
    .dependencies { $0.randomNumberGenerator = .seeded(1) })
  func recorded() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try await record(to: file)
    #expect(try replay(file) == "3 steps, as recorded")
    let store = try resume(file)
    #expect(store.rolls.count == 2)
    #expect(store.points == 2 * store.rolls.reduce(0, +))
    #expect(try page(of: file).contains("<title>score 1.0</title>"))
    #expect(try test(of: file).contains(".doubled"))
    #expect(try goOn(file).rolls == store.rolls)
  }

  @Test("shows an earlier state")
  func earlier() {
    #expect(history() == [2, 4])
  }
}
