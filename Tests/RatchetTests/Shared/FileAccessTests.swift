import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("The file of a shared key among users and processes")
struct FileAccessTests {
  private let desk: FileDesk

  init() throws {
    desk = try FileDesk()
  }

  @Test("is for its user only when it is made, and keeps its owner and permissions later")
  func access() async throws {
    let store = desk.store()
    store.send(.seat(.lamp(2)))
    await store.drain(within: .zero)
    #expect(try access(to: desk.path)[0] == 0o600)
    unsafe chmod(desk.path, 0o664)
    // Only the superuser can give a file away.
    if getuid() == 0 { unsafe chown(desk.path, 1234, 5678) }
    let before = try access(to: desk.path)
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
    #expect(before[0] == 0o664)
    #expect(try access(to: desk.path) == before)
  }

  @Test("is refused if its path would name another file", arguments: ["a\u{FFFD}", "a\0b"])
  func strangePath(_ name: String) async throws {
    let key = SharedKey("theme", default: Theme(), in: .file(desk.folder.path(name)))
    let store = OfficeStore(key: key, storage: desk.storage, clock: desk.clock)
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    let reason = "its path has bytes that are not UTF-8, or a NUL"
    let error = SharedStorageError.notSaved(
      key: "theme", file: desk.folder.path(name), reason: reason)
    #expect(desk.errors.all.contains(error))
    #expect(try desk.names == [])
  }

  @Test("that nobody may write is not replaced, as a folder is not that nobody may write")
  func readOnlyFile() async throws {
    let store = desk.store()
    try desk.put(#"{"size": 2, "name": "a"}"#)
    unsafe chmod(desk.path, 0o444)
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    let error = SharedStorageError.notSaved(
      key: "theme", file: desk.path, reason: "the file is read-only")
    #expect(desk.errors.all == [error])
    #expect(try desk.text == #"{"size": 2, "name": "a"}"#)
  }

  @Test("may have a name of all lengths that are allowed", arguments: [234, 235, 255])
  func longName(_ length: Int) async throws {
    let name = String(repeating: "n", count: length)
    let key = SharedKey("theme", default: Theme(), in: .file(desk.folder.path(name)))
    let store = OfficeStore(key: key, storage: desk.storage, clock: desk.clock)
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(desk.errors.all == [])
    #expect(try desk.names == [name])
  }

  #if os(Linux)
    @Test("is saved where a file system has no permissions, and does not say what is on the disk")
    func plainSystem() throws {
      try OpenFile(reading: "/proc/self/status").copyAccess(of: OpenFile(reading: "/dev/null"))
      try OpenFile(reading: "/dev/null").synchronize()
    }
  #endif

  @Test("says after a second that another program has locked its folder, and is saved after that")
  func lockedFolder() async throws {
    let folder = unsafe open(desk.folder.path, O_RDONLY | O_CLOEXEC)
    #expect(flock(folder, LOCK_EX) == 0)
    let (errors, arrival) = AsyncStream.makeStream(of: SharedStorageError.self)
    let key = desk.key
    let storage = SharedStorage.files { arrival.yield($0) }
    let waiting = OfficeStore(key: key, storage: storage, clock: desk.clock)
    waiting.send(.seat(.lamp(3)))
    let saving = Task { await storage.flush() }
    // Not on the main actor, which other tests may occupy for longer than the save waits.
    let first = await Task.detached {
      defer { close(folder) }
      return await errors.first { _ in true }
    }.value
    #expect(first == .waiting(key: "theme", file: desk.path))
    #expect(
      first?.description == """
        The shared key "theme" is waiting to be saved in \(desk.path): another process has locked the \
        folder.
        """)
    #expect(await saving.value == [])
    #expect(try desk.text.contains(#""size" : 3"#))
  }

  @Test("removes new files that killed processes have left, and no others")
  func leftovers() async throws {
    let left = (1...2).map { "theme.json.new-000000000000000\($0)" }
    let theirs = ["theme.json.new-backup", "theme.json.new-000000000000000g"]
    for name in left + theirs { try desk.folder.write("", to: name) }
    let locked = unsafe open(desk.folder.path(left[1]), O_RDONLY | O_CLOEXEC)
    #expect(flock(locked, LOCK_EX) == 0)
    desk.store().send(.seat(.lamp(3)))
    await desk.storage.flush()
    #expect(try Set(desk.names) == Set(theirs + [left[1], "theme.json"]))
    close(locked)
  }

  /// The permissions, the owner, and the group of a file.
  private func access(to path: String) throws -> [Int] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try [.posixPermissions, .ownerAccountID, .groupOwnerAccountID].map {
      try #require(attributes[$0] as? NSNumber).intValue
    }
  }
}
