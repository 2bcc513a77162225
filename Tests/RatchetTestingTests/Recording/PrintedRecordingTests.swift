import Foundation
import RatchetTesting
import TestSupport

@MainActor
@Suite("The test of a recording whose types cannot be written as literals")
struct PrintedRecordingTests {
  @Test("is the one in RecordedLaunchingTests.swift, word for word, which compiles and passes")
  func source() async throws {
    let folder = try Folder()
    let file = URL(fileURLWithPath: folder.path("run.jsonl"))
    let recorder = try ActionRecorder(to: file, of: Launching.self, program: "launch", version: "1")
    let store = Store(
      initialState: Launching.State(current: Launching.Job("boot")), observers: [recorder]
    ) {
      Launching()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    store.send(.launched(Launching.Job("login")))
    store.send(.ended(.killed(by: 9)))
    try await recorder.finish()
    let source = try Recording(contentsOf: file).testSource(for: Launching())
    let compiled = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "RecordedLaunchingTests.swift"), encoding: .utf8)
    let head = """
      import Foundation
      import RatchetTesting

      @testable import RatchetTestingTests
      @testable import TestSupport


      """
    #expect(source.hasPrefix(head))
    #expect(compiled.hasSuffix(source.dropFirst(head.count)))
  }
}
