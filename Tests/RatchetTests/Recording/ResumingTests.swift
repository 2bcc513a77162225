import Foundation
import RatchetTesting

@testable import RatchetRecording

@MainActor
@Suite("A store that resumes a recording")
struct ResumingTests {
  @Test("has its last state")
  func state() async throws {
    let file = try await RecordedFile.recorded([.add(3), .identify, .roll, .rollLoaded])
    let store = try Store(resuming: file.recording) { Dicing() }
    #expect(store.ids == [UUID(0)])
    #expect(try store.state == file.recording.lastState(Dicing(), lenient: false))
    #expect(store.statistics.actions == 0)
  }

  @Test("starts what the state declares, and no effect again")
  func effects() async throws {
    let file = try await RecordedFile.recorded([.later(3), .toggle])
    let store = try Store(resuming: file.recording) { Dicing() }
    #expect(store.ticks == 2)
    #expect(store.statistics.actions == 1)
    #expect(store.statistics.effectsStarted == 1)
  }

  @Test("is not made of a recording that is damaged or differs")
  func impossible() async throws {
    let file = try await RecordedFile.recorded([.add(3), .add(4)])
    #expect(throws: RecordingError.self) {
      try Store(resuming: file.recording) { Dicing(factor: 2) }
    }
    let damaged = try file.changed { $0[2].removeLast() }
    #expect(
      throws: RecordingError(
        .damaged, line: 3, "the line was changed: it does not end with its sum")
    ) {
      try Store(resuming: damaged.recording) { Dicing() }
    }
    let store = try Store(resuming: damaged.recording, lenient: true) { Dicing() }
    #expect(store.sum == 3)
  }

  @Test("is recorded anew, with the dependencies that it is given")
  func recorded() async throws {
    let file = try await RecordedFile.recorded([.identify])
    let next = try RecordedFile()
    let recorder = try ActionRecorder(
      to: next.url, of: Dicing.self, program: "dicing", version: "1")
    let store = try Store(resuming: file.recording, observers: [recorder]) {
      Dicing()
    } withDependencies: {
      $0.uuid = .constant(UUID(9))
    }
    store.send(.identify)
    try await recorder.finish()
    #expect(store.ids == [UUID(0), UUID(9)])
    #expect(next.replay() == .same(steps: 1))
  }
}
