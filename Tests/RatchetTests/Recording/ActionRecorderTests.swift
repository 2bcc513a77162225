import Foundation
import RatchetTesting
import TestSupport

@testable import RatchetDependencies
@testable import RatchetRecording

@MainActor
@Suite("A recorder of actions")
struct ActionRecorderTests {
  @Test("writes a header, and a line for each action and each start and end of an effect")
  func lines() async throws {
    let file = try await RecordedFile.recorded([.later(2), .identify, .rollLoaded])
    #expect(
      try file.lines == [
        #"{"after":0,"digest":"37e4863c0fa23c28","program":"dicing","recording":1,"#
          + #""state":{"ids":[],"isTicking":false,"seen":[],"sum":0,"ticks":0},"version":"1""#
          + #","sum":"93cc8cef01ab9ccf"}"#,
        #"{"action":{"later":{"_0":2}},"digest":"37e4863c0fa23c28","from":"caller","#
          + #""step":1,"time":0,"sum":"7e1e120755a6357d"}"#,
        resummed(
          #"{"effect":1,"event":"started","name":"later","origin":"RatchetTests/Recorded.swift:68","#
            + #""path":"","time":0,"sum":"0000000000000000"}"#),
        #"{"action":{"add":{"_0":2}},"changed":{"sum":"c1613436cf668056"},"#
          + #""digest":"09181ebb91644216","from":{"effect":1,"name":"later"},"step":2,"time":0"#
          + #","sum":"993110e0cfe94bc0"}"#,
        #"{"action":{"roll":{}},"changed":{"lastRoll":"a8a4a4052831574a","#
          + #""seen":"17d9fa159c54dd0f","sum":"96d0b81d5ca534c9"},"digest":"4f497ced6a5d089e","#
          + #""draws":[{"randomNumberGenerator":10451216379200822465},{"date":1}],"#
          + #""from":{"effect":1,"name":"later"},"step":3,"time":0,"sum":"4e128c8e3e3c705c"}"#,
        resummed(#"{"effect":1,"event":"finished","time":0,"sum":"0000000000000000"}"#),
        #"{"action":{"identify":{}},"changed":{"ids":"46dd7200d3c70263"},"#
          + #""digest":"7957070dbadff8c0","draws":[{"uuid":"00000000-0000-0000-0000-000000000000"}],"#
          + #""from":"caller","step":4,"time":0,"sum":"4c97c4c5cdc3c672"}"#,
        #"{"action":{"rollLoaded":{}},"changed":{"sum":"eebb53ac8edccc6b"},"#
          + #""digest":"836f1414c8a9df4f","draws":[{"Die.roll":4}],"from":"caller","step":5,"time":0"#
          + #","sum":"17bea9efbb750733"}"#,
        #"{"end":5,"sum":"91977caa17e85558"}"#,
      ])
  }

  @Test("cannot be made for a file that cannot be written")
  func unwritable() throws {
    #expect(
      throws: RecordingError(
        .unwritable, "'/nowhere/file' cannot be written: No such file or directory")
    ) {
      try ActionRecorder(
        to: URL(fileURLWithPath: "/nowhere/file"), of: Dicing.self, program: "", version: "")
    }
  }

  @Test("says once that the disk is full, and lets the store go on")
  func fullDisk() async throws {
    var failures: [RecordingError] = []
    let recorder = try ActionRecorder(
      to: URL(fileURLWithPath: "/dev/full"), of: Dicing.self, program: "", version: "",
      onFailure: { failures.append($0) })
    let store = Store(initialState: Dicing.State(), observers: [recorder]) { Dicing() }
    let full = RecordingError(
      .unwritable, "'/dev/full' cannot be written: No space left on device")
    for _ in 0..<3 {
      store.send(.add(1))
      await #expect(throws: full) { try await recorder.flush() }
    }
    await #expect(throws: full) { try await recorder.close() }
    #expect(failures == [full])
    #expect(store.sum == 3)
  }

  @Test("logs that nothing can be written if nobody is told")
  func loggedFailure() async throws {
    let messages = Messages()
    let (recorder, store) = try withDependencies {
      $0.log = messages.sink
    } operation: {
      let recorder = try ActionRecorder(
        to: URL(fileURLWithPath: "/dev/full"), of: Dicing.self, program: "", version: "")
      return (recorder, Store(initialState: Dicing.State(), observers: [recorder]) { Dicing() })
    }
    store.send(.add(1))
    _ = try? await recorder.close()
    #expect(
      messages.texts == [
        """
        A recording ended early: '/dev/full' cannot be written: No space left on device. The store \
        continues without being recorded. To replay the lines that were written, pass 'lenient: \
        true'.
        """
      ])
  }

  @Test("ends when it finishes: what the store does then is not recorded")
  func finished() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Dicing.self, program: "dicing", version: "1")
    let store = Store(initialState: Dicing.State(), observers: [recorder]) { Dicing() }
    store.send(.add(1))
    try await recorder.flush()
    #expect(file.replay(lenient: true) == .same(steps: 1))
    #expect(
      file.replay()
        == .impossible(
          line: 3,
          reason: """
            the recording has no end: its program still runs or was killed, or lines are missing
            """))
    store.send(.add(1))
    for _ in 1...2 {
      try await recorder.close()
      store.send(.add(1))
    }
    #expect(file.replay() == .same(steps: 2))
  }

  @Test("counts in a gap what comes faster than it is written, and says so when it finishes")
  func gap() async throws {
    let file = try RecordedFile()
    let (writes, written) = AsyncStream.makeStream(of: Void.self)
    let goOn = DispatchSemaphore(value: 0)
    let recorder = try ActionRecorder(
      to: file.url, of: Dicing.self, program: "dicing", version: "1", limit: 4,
      redactingState: { state in
        // The disk is slow with the header.
        if state == Dicing.State() {
          written.yield()
          goOn.wait()
        }
        return state
      })
    let store = Store(initialState: Dicing.State(), observers: [recorder]) { Dicing() }
    var isWriting = writes.makeAsyncIterator()
    await isWriting.next(isolation: #isolation)
    for _ in 0..<10 { store.send(.add(1)) }
    goOn.signal()
    try await recorder.flush()
    store.send(.add(1))
    let reason = "6 actions were not recorded, because the writer could not keep up"
    for _ in 1...2 {
      await #expect(throws: RecordingError(.gap, reason)) { try await recorder.close() }
    }
    #expect(try file.lines.count == 7)
    #expect(file.replay() == .impossible(line: 6, reason: reason))
    #expect(file.replay(lenient: true) == .same(steps: 4))
    #expect(store.sum == 11)
  }

  @Test("waits until all is written even in a cancelled task")
  func cancelledFlush() async throws {
    let file = try RecordedFile()
    let goOn = DispatchSemaphore(value: 0)
    let recorder = try ActionRecorder(
      to: file.url, of: Dicing.self, program: "dicing", version: "1",
      redactingState: { state in
        // The disk is slow with the header.
        if state == Dicing.State() { goOn.wait() }
        return state
      })
    let store = Store(initialState: Dicing.State(), observers: [recorder]) { Dicing() }
    for _ in 0..<1_000 { store.send(.add(1)) }
    let flushing = Task {
      try await recorder.flush()
      return try file.lines.count
    }
    flushing.cancel()
    Task { goOn.signal() }
    #expect(try await flushing.value == 1_001)
  }

  @Test("has no reads of other observers, nor of those that they send to")
  func readsOfObservers() async throws {
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Dicing.self, program: "dicing", version: "1")
    let store = Store(initialState: Dicing.State(), observers: [Drawing(), recorder, Drawing()]) {
      Dicing()
    } withDependencies: {
      $0.context = .live
    }
    store.send(.identify)
    store.send(.add(1))
    try await recorder.close()
    #expect(try file.lines.map { $0.split(separator: #""uuid""#).count - 1 } == [0, 1, 0, 0])
    #expect(file.replay() == .same(steps: 2))
  }
}

// MARK: - Fixtures

/// Draws whenever it is told of something.
private final class Drawing: StoreObserver {
  func observe(_ event: StoreEvent<Dicing.State, Dicing.Action>) {
    @Dependency(\.uuid) var uuid
    _ = uuid()
  }
}
