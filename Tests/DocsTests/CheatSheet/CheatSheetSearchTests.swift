import Foundation
import RatchetTesting

// The schedules, simulations and recordings of `Docs/Ratchet.docc/CheatSheet.md`.

extension CheatSheetTests {
  @Test("schedules", arguments: Schedule.seeds(3))
  func schedules(_ schedule: Schedule) async {
    for strategy in strategies {
      await exploreSchedules(strategy) { schedule in
        let store = TestStore(
          initialState: Score.State(), schedule: schedule
        ) {
          Score()
        }
        await store.send(.scored) { $0.points = 1 }
      }
    }
    let store = TestStore(initialState: Score.State(), schedule: schedule) { Score() }
    await store.send(.reset)
  }

  private var strategies: [ScheduleStrategy] {
    [
      .all(deviations: 2),  // orders with up to two delays
      .random(100),  // a hundred seeds
      .pct(100, depth: 3),  // for races of three events
    ]
  }

  @Test("a simulation")
  func simulation() async {
    await simulate(Inbox(), from: Inbox.State(), runs: 20) { world in
      world.send { _, draw in .queryChanged(draw.text()) }
      world.send(weight: 3) { _, _ in .loadTapped }
      world.advance(upTo: .seconds(2))
      world.dependencies { values, draw in
        values[API.self].load = { query in
          if draw.chance(0.2, of: "load fails") { throw Timeout() }
          return query
        }
      }
      world.always("the volume stays") { $0.volume == 0 }
      world.eventually("it is closed") { !$0.isOpen }
      world.target { $0.mails.count }
    }
  }

  struct Timeout: Error {}

  @Test("a recording", .dependencies(CheatSheetTests.recordingDependencies))
  func recording() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "cheat-sheet-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = try ActionRecorder(
      to: file, of: Score.self, program: "score", version: "1")
    let history = StoreHistory(of: Score())
    let metrics = StoreMetrics(of: Score.self)
    let store = Store(
      initialState: Score.State(),
      observers: [recorder, history, metrics]
    ) {
      Score()
    }
    store.send(.scored)
    try await recorder.finish()

    let recording = try Recording(contentsOf: file)
    let result = recording.replay(Score())
    let page = try recording.page(for: Score())  // HTML
    let test = try recording.testSource(for: Score())
    let resumed = try Store(resuming: recording) { Score() }
    history.back()
    history.forward()
    let text = store.explain().description  // what it waits for
    let printing = Score().printChanges()

    #expect("\(result)".contains("same") && resumed.points == 1 && metrics.actions == 1)
    #expect(page.contains("<html") && test.contains("@Test") && !text.isEmpty)
    #expect(history.state.points == 1)
    _ = printing
  }

  nonisolated private static func recordingDependencies(_ values: inout DependencyValues) {
    values.date = .constant(.distantPast)
    values.continuousClock = ImmediateClock()
  }
}
