import Testing

@testable import Ratchet

@Suite("The values of a storage")
struct SharedEntryTests {
  @Test("are saved at once: one that waits or fails holds up no other", .timeLimit(.minutes(5)))
  func savedAtOnce() async {
    let (signal, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let error = SharedStorageError.notSaved(key: "a", file: "a.json", reason: "it is locked")
    let locked = Entry {
      for await _ in signal {}
      return error
    }
    let other = Entry {
      hasBegun.finish()
      return nil
    }
    #expect(await ([locked, other] as [any AnySharedEntry]).flush() == [error])
  }

  // MARK: - Fixtures

  private struct Entry: AnySharedEntry {
    let save: @Sendable () async -> SharedStorageError?

    var name: String { "a" }
    var isInMemory: Bool { false }
    var origin: SourceOrigin { SourceOrigin(fileID: #fileID, line: #line) }

    func copy() -> any AnySharedEntry { self }
    func restarted(afterCrash: Bool) -> (any AnySharedEntry)? { self }
    func removeValue() {}
    func endListeners() {}
    func changes(for listener: SharedListener) -> AsyncStream<Void> { listener.listen() }
    func flush() -> Task<SharedStorageError?, Never>? { Task { await save() } }
    func startSaving() {}
    func reportUnsaved() {}
  }
}
