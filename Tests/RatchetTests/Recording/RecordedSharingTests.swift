import Foundation
import RatchetTesting

@testable import RatchetRecording

@MainActor @Suite("A recording of a store with shared keys")
struct RecordedSharingTests {
  @Test("has what came from outside, so that a replay leads to the same states")
  func replay() async throws {
    let file = try await recorded()
    let text = try file.text
    #expect(text.contains(#"{"shared:theme":{"name":"plain","size":9}}"#))
    #expect(text.contains(#"{"shared:total":5}"#))
    #expect(text.contains(#"{"read:note":"kept"}"#))
    #expect(text.contains(#"{"read:note":"mine"}"#))
    #expect(try file.recording.replay(SharedDesk()) == .same(steps: 9))
  }

  @Test("is repeated by printed tests with the storage of the test, not with that of the program")
  func storage() async {
    let store = TestStore(initialState: SharedDesk.State()) {
      SharedDesk().sendingRecorded([:])
    } withDependencies: {
      $0.useRecordedDraws([])
    }
    await store.send(.enlarge) { $0.theme.size = 2 }
    @SharedValue(.theme) var theme
    #expect(theme.size == 2)
    #expect(SharedStorage.live.value(of: .theme) == nil)
  }

  @Test("differs without it")
  func withoutArrival() async throws {
    let file = try await recorded().changed { lines in
      lines = lines.map { line in
        let draws = #","draws":[{"shared:theme":{"name":"plain","size":9}}]"#
        return line.contains(draws) ? resummed(line.replacing(draws, with: "")) : line
      }
    }
    guard case .differs(let step, _) = try file.recording.replay(SharedDesk()) else {
      Issue.record("It should differ.")
      return
    }
    #expect(step == 2)
  }

  @Test("has a history of which each state is the one that the store had")
  func history() async throws {
    let file = try await recorded()
    let recording = try file.recording
    var states: [SharedDesk.State] = []
    _ = recording.replay(SharedDesk()) { states.append($0.after) }
    let history = try StoreHistory(of: recording, SharedDesk(), every: 100)
    for (step, state) in states.enumerated() {
      history.go(to: step + 1)
      #expect(history.state == state)
    }
  }

  @Test("makes a test that gets it, too: the one in RecordedDeskTests.swift, word for word")
  func source() async throws {
    let file = try await recorded()
    let source = try file.recording.testSource(for: SharedDesk())
    let compiled = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "RecordedDeskTests.swift"), encoding: .utf8)
    let test = source.split(separator: "\n").drop { !$0.hasPrefix("@Test") }.map { "  \($0)\n" }
    #expect(compiled.hasSuffix(test.joined() + "}\n"))
  }

  /// Records a store whose keys are changed outside, once with an action and once between two.
  private func recorded() async throws -> RecordedFile {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: SharedDesk.self, program: "desk", version: "1")
    let storage = SharedStorage()
    storage.change(.note) { $0 = "kept" }
    let store = Store(initialState: SharedDesk.State(), observers: [recorder]) {
      SharedDesk()
    } withDependencies: {
      $0.sharedStorage = storage
      $0.continuousClock = TestClock()
    }
    store.send(.enlarge)
    storage.change(.theme) { $0.size = 9 }
    for await seen in store.states(of: \.seen) where seen == [9] { break }
    store.send(.open)
    storage.change(.total) { $0 = 5 }
    for await total in store.states(of: \.total) where total == 5 { break }
    store.send(.drawer(.read))
    #expect(store.drawer == SharedDrawer.State(note: "kept", size: 9))
    store.send(.drawer(.write("mine")))
    store.send(.drawer(.enlarge))
    store.send(.drawer(.read))
    #expect(store.drawer == SharedDrawer.State(note: "mine", size: 10))
    store.send(.close)
    store.send(.close)
    try await recorder.finish()
    return file
  }
}
