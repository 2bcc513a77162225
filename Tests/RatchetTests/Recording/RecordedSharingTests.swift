import Foundation
import RatchetTesting

@testable import Ratchet
@testable import RatchetDependencies
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

  @Test("is repeated by printed tests, with the storage of the test and what came from outside")
  func storage() async {
    let store = TestStore(initialState: SharedDesk.State()) {
      RecordedTest.feature(
        SharedDesk(), sending: [1: (.themeChanged, after: .zero)],
        arriving: [2: [#"{"shared:theme":{"name":"plain","size":9}}"#]])
    } withDependencies: {
      RecordedTest.setReads([], of: &$0)
    }
    await store.send(.enlarge) { $0.theme.size = 2 }
    @SharedReader(.theme) var theme
    #expect(theme.size == 2)
    #expect(SharedStorage.live.value(of: .theme) == nil)
    await store.receive(.themeChanged) {
      $0.theme.size = 9
      $0.seen.append(9)
    }
  }

  @Test("has no value of an optional type where the line holds one of another type")
  func otherType() {
    let text = Array("\"text\"".utf8)
    var arrivals = SharedArrivals([ReadTape.Answer("shared:size", json: text)])
    #expect(arrivals.take("size", as: Int?.self) == nil)
    let tape = ReadTape.answering()
    tape.begin([ReadTape.Answer("read:size", json: text)])
    withDependencies {
      $0.answerReads(by: tape)
    } operation: {
      #expect(ReadTape.readFromCurrent("read:size") { 7 as Int? } == 7)
    }
    #expect(tape.problemAtEnd() != nil)
  }

  @Test("makes a test that gets it, too")
  func source() async throws {
    let file = try await recorded()
    let source = try file.recording.testSource(for: SharedDesk())
    #expect(source.contains("    RecordedTest.feature(SharedDesk(), sending: [\n"))
    #expect(source.contains("\n      1: (.themeChanged, after: .zero),\n    ], arriving: [\n"))
    #expect(source.contains(##"2: [#"{"shared:theme":{"name":"plain","size":9}}"#],"##))
    #expect(source.contains(##"4: [#"{"shared:total":5}"#],"##))
    #expect(source.contains(##"#"{"read:note":"mine"}"#,"##))
  }

  /// Records a store whose keys are changed outside, once with an action and once between two.
  private func recorded() async throws -> RecordedFile {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: SharedDesk.self, program: "desk", version: "1")
    let storage = SharedStorage()
    storage.change(.note) { $0 = "kept" }
    let history = StoreHistory(of: SharedDesk())
    let store = Store(initialState: SharedDesk.State(), observers: [recorder, history]) {
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
    try await recorder.close()
    for _ in history.steps {
      _ = history.state
      history.back()
    }
    #expect(history.problem == nil)
    return file
  }
}
