import Foundation
import Observation
import RatchetTesting
import TestSupport
import Testing

@MainActor @Suite("A shared key in a file")
struct SharedFileTests {
  private let desk: FileDesk

  init() throws {
    desk = try FileDesk()
  }

  @Test("that was loaded before is what a store begins with")
  func loaded() async throws {
    try desk.write(#"{"size": 7, "name": "kept"}"#)
    let theme = await desk.load(desk.key)
    #expect(theme.size == 7)
    let store = desk.store(.full)
    #expect(store.theme.size == 7)
    #expect(try desk.names == ["theme.json"])
  }

  @Test("is read once: every load waits until it is known what the file has")
  func loadedTwice() async throws {
    // Takes time, because somebody may still be writing it.
    try desk.folder.write("{", to: "theme.json")
    let loads = (1...2).map { _ in
      Task {
        await desk.load(desk.key)
        return desk.errors.all.count
      }
    }
    for load in loads { #expect(await load.value == 1) }
  }

  @Test("that has no bytes has no value, and is written by the next save")
  func empty() async throws {
    try desk.put("")
    #expect(await desk.load(desk.key) == Theme())
    #expect(try desk.text == "")
    let store = desk.store(Office.State(theme: Theme(size: 5)))
    #expect(store.theme.size == 5)
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
    try desk.put("")
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
    #expect(try desk.names == ["theme.json"])
    #expect(desk.errors.all == [])
  }

  @Test("of version 1 that looks like one with a number is read as it was written")
  func lookalike() async throws {
    struct Edition: Codable, Equatable, Sendable {
      var version = 3
      var value = "first"
    }
    let folder = try Folder()
    let key = SharedKey("edition", default: Edition(), in: .file(folder.path("edition.json")))
    let storage = SharedStorage.files { Issue.record("\($0)") }
    withDependencies {
      $0.continuousClock = desk.clock
    } operation: {
      storage.change(key) { $0.value = "second" }
    }
    await storage.flush()
    let edition = await withDependencies {
      $0.sharedStorage = .files { Issue.record("\($0)") }
    } operation: {
      await key.load()
    }
    #expect(edition == Edition(version: 3, value: "second"))
  }

  @Test("is not made as long as nobody has changed the value")
  func unchanged() async throws {
    let store = desk.store()
    await store.drain(within: .zero)
    #expect(try desk.names == [])
  }

  @Test("is saved when nothing has changed for half a second")
  func quietTime() async throws {
    let store = desk.store()
    let other = desk.anotherProcess()
    store.send(.seat(.lamp(2)))
    desk.clock.advance(by: .milliseconds(400))
    store.send(.seat(.lamp(3)))
    desk.clock.advance(by: .milliseconds(499))
    #expect(try desk.names == [])
    desk.clock.advance(by: .milliseconds(1))
    await settled(other) { $0.theme.size == 3 }
    #expect(other.state.seen == [3])
    #expect(
      try desk.text == """
        {
          "name" : "plain",
          "size" : 3
        }

        """)
  }

  @Test("is saved after five seconds if it changes all the time")
  func limit() async throws {
    let store = desk.store()
    let other = desk.anotherProcess()
    for size in 2...13 {
      store.send(.seat(.lamp(size)))
      desk.clock.advance(by: .milliseconds(400))
    }
    #expect(try desk.names == [])
    store.send(.seat(.lamp(14)))
    desk.clock.advance(by: .milliseconds(200))
    await settled(other) { $0.theme.size == 14 }
    store.send(.seat(.lamp(15)))
    desk.clock.advance(by: .milliseconds(499))
    #expect(try desk.text.contains(#""size" : 14"#))
    desk.clock.advance(by: .milliseconds(1))
    await settled(other) { $0.theme.size == 15 }
  }

  @Test("is saved when the store is drained, and when it is released")
  func end() async throws {
    let other = desk.anotherProcess()
    var store: OfficeStore? = desk.store()
    store?.send(.seat(.lamp(2)))
    await store?.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 2"#))
    store?.send(.seat(.lamp(3)))
    store = nil
    await settled(other) { $0.theme.size == 3 }
  }

  @Test("that another program writes, replaces or edits is read again")
  func outside() async throws {
    let store = desk.store(.full)
    try desk.write(#"{"size": 2, "name": "a"}"#)
    await settled(store) { $0.seen == [2] }
    try desk.folder.write(#"{"size": 3, "name": "a"}"#, to: "other")
    try FileManager.default.removeItem(atPath: desk.path)
    try FileManager.default.moveItem(atPath: desk.folder.path("other"), toPath: desk.path)
    await settled(store) { $0.seen == [2, 3] }
    #expect(store.theme.size == 3)
    #expect(desk.errors.all == [])
  }

  @Test("that changes just before it is saved is merged, and arrives as a change")
  func mergedWhenSaved() async throws {
    let store = desk.store()
    let other = desk.anotherProcess()
    await desk.storage.flush()
    store.send(.seat(.lamp(5)))
    other.change { $0.theme.name = "theirs" }
    await other.drain(within: .zero)
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 5"#) && desk.text.contains("theirs"))
    #expect(desk.storage.value(of: desk.key) == Theme(size: 5, name: "theirs"))
  }

  @Test("of many millions of bytes is saved and read", .deep(Self.largeCount, small: 20_000))
  func large() async throws {
    let key = SharedKey("text", default: "", in: .file(desk.folder.path("text.json")))
    let text = String(repeating: "0123456789", count: Deep.size)
    withDependencies {
      $0.continuousClock = desk.clock
    } operation: {
      desk.storage.change(key) { $0 = text }
    }
    #expect(await desk.storage.flush() == [])
    let read = await withDependencies {
      $0.sharedStorage = .files(onError: desk.errors.sink)
    } operation: {
      await key.load()
    }
    #expect(read == text)
    #expect(desk.errors.all == [])
    #expect(try desk.names == ["text.json"])
  }

  #if os(Linux)
    @Test("shares one inotify instance with all others of the process, of which a user has few")
    func oneInstance() async throws {
      for number in 1...20 {
        await desk.load(
          SharedKey("\(number)", default: 0, in: .file(desk.folder.path("\(number).json"))))
      }
      let descriptors = "/proc/self/fd"
      let instances = try FileManager.default.contentsOfDirectory(atPath: descriptors).count {
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "\(descriptors)/\($0)")
        return target == "anon_inode:inotify"
      }
      #expect(instances == 1)
    }
  #endif

  @Test("that no feature keeps is read when the value is read, which tells who shows it")
  func readOnly() async throws {
    try desk.write(#"{"size": 7, "name": "kept"}"#)
    let store = seat(desk.key)
    await withCheckedContinuation { continuation in
      let first = withObservationTracking {
        store.shared(desk.key)
      } onChange: {
        continuation.resume()
      }
      // The file may have been read already.
      if first != Theme() { continuation.resume() }
    }
    #expect(store.shared(desk.key) == Theme(size: 7, name: "kept"))
    store.send(.look)
    #expect(store.seen == 7)
  }

  @Test("that is changed before it has been read is changed, not replaced, also without a merge")
  func changedUnread() async throws {
    try desk.write(#"{"size": 7, "name": "kept"}"#)
    let key = SharedKey("theme", default: Theme(), in: .file(desk.path))
    let store = seat(key)
    store.send(.enlarge)
    store.send(.enlarge)
    await store.drain(within: .zero)
    #expect(desk.storage.value(of: key) == Theme(size: 9, name: "kept"))
    #expect(try desk.text.contains(#""size" : 9"#) && desk.text.contains("kept"))
  }

  @Test("is in memory only in a test store")
  func testStore() async throws {
    let store = TestStore(initialState: Office.State()) { Office(key: desk.key) }
    await store.send(.seat(.lamp(4))) { $0.theme.size = 4 }
    store.dependencies.sharedStorage.change(desk.key) { $0.size = 5 }
    await store.receive(case: .themeChanged) {
      $0.theme.size = 5
      $0.seen = [5]
    }
    await store.finish()
    #expect(try desk.names == [])
  }

  #if DEBUG
    private static let largeCount = 1_000_000
  #else
    private static let largeCount = 10_000_000
  #endif

  /// A store of a feature that keeps nothing.
  private func seat(_ key: SharedKey<Theme>) -> StoreOf<Seat> {
    Store(initialState: Seat.State()) {
      Seat(key: key)
    } withDependencies: {
      $0.sharedStorage = desk.storage
      $0.continuousClock = desk.clock
    }
  }
}
