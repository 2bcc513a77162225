import Foundation
import RatchetTesting

@testable import RatchetRecording

@MainActor
@Suite("A store that resumes a recording")
struct ResumingTests {
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
        .damaged, line: 3, "the line was changed: its checksum is missing")
    ) {
      try Store(resuming: damaged.recording) { Dicing() }
    }
    let store = try Store(resuming: damaged.recording, lenient: true) { Dicing() }
    #expect(store.sum == 3)
  }
}
