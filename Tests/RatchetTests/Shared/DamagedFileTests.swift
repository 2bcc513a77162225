import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("The file of a shared key that")
struct DamagedFileTests {
  private let desk: FileDesk

  init() throws {
    desk = try FileDesk()
  }

  @Test(
    "cannot be decoded is left alone and reported, and nothing is saved while it is there",
    arguments: [
      ("{\n  \"size\": 1,\n", "its content is wrong: The given data was not valid JSON"),
      ("{\n  \"size\": 1\n}\n", "'name' is missing"),
      (
        #"{"name": "", "size": "1"}"#,
        "'size' is wrong: Expected to decode Int but found a string instead"
      ),
      (#"{"name": null, "size": 1}"#, "'name' is null"),
      (
        "[\n]",
        "its content is wrong: Expected to decode Dictionary<String, Any> but found an array instead"
      ),
      (#"{"version": 0, "value": {}}"#, "it has version 0, and this program reads 1"),
    ])
  func damaged(_ text: String, _ reason: String) async throws {
    let reason = reason + Self.leftAlone
    try desk.put(text)
    await desk.load(desk.key)
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(
      desk.errors.all == [
        .notRead(key: "theme", file: desk.path, reason: reason),
        .notSaved(key: "theme", file: desk.path, reason: reason),
      ])
    #expect(try desk.text == text)
    #expect(try desk.names == ["theme.json"])
    try FileManager.default.removeItem(atPath: desk.path)
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
  }

  @Test("is damaged by another program is left alone, and merged when it is repaired")
  func repaired() async throws {
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await desk.storage.flush()
    try desk.put("{}")
    store.send(.seat(.lamp(4)))
    await desk.storage.flush()
    #expect(try desk.text == "{}")
    #expect(store.theme.size == 4)
    try desk.put(#"{"size": 3, "name": "theirs"}"#)
    await settled(store) { $0.theme == Theme(size: 4, name: "theirs") }
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 4"#) && desk.text.contains("theirs"))
    #expect(try desk.names == ["theme.json"])
  }

  @Test("is removed while the store runs is written again, at the latest at the end")
  func writtenAgain() async throws {
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    try FileManager.default.removeItem(atPath: desk.path)
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
    try desk.put("{")
    #expect(await desk.storage.flush().count == 1)
    try FileManager.default.removeItem(atPath: desk.path)
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
  }

  @Test("another program is writing is read when that program has finished, or pauses for long")
  func pausingWriter() async throws {
    let writer = try writer(#"{"size": 7, "#, #""name": "theirs"}"#)
    #expect(await desk.load(desk.key) == Theme(size: 7, name: "theirs"))
    #expect(writer.program.wait() == .exited(0))
    #expect(desk.errors.all == [])
  }

  @Test("another program has begun to write is saved when it is whole", arguments: ["", "{"])
  func pausingWriterDuringSave(_ start: String) async throws {
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    let writer = try writer(start, (start.isEmpty ? "{" : "") + #""size": 3, "name": "theirs"}"#)
    store.send(.seat(.lamp(4)))
    await store.drain(within: .zero)
    #expect(writer.program.wait() == .exited(0))
    #expect(try desk.text.contains(#""size" : 4"#) && desk.text.contains("theirs"))
    #expect(desk.errors.all == [])
  }

  @Test("is removed before anybody has changed the value is not made")
  func removedUnused() async throws {
    await desk.load(desk.key)
    let store = desk.store()
    await store.drain(within: .zero)
    #expect(try desk.names == [])
  }

  @Test("is a link to itself is an error")
  func circle() async throws {
    unsafe symlink("theme.json", desk.path)
    await expectNotSaved("Too many levels of symbolic links")
  }

  @Test("is logged at the line of the key, in the storage of a program")
  func lineOfTheKey() async {
    let messages = Messages()
    // The storage lives on, so it is to watch nothing.
    let key = SharedKey("logged", default: 0, in: .file("/none/\u{FFFD}"))
    let line = #line - 1 as UInt
    await withDependencies {
      $0.sharedStorage = .live
      $0.log = messages.sink
    } operation: {
      _ = await key.load()
    }
    #expect(messages.all.map(\.line) == [line])
    #expect(messages.all.first?.fileID == #fileID)
  }

  #if os(Linux)
    @Test("is in a folder that cannot be changed is an error; each change tries again")
    func readOnlyFolder() async {
      let errors = FileDesk.Errors()
      // Not even the superuser can make a file there.
      let key = SharedKey("theme", default: Theme(), in: .file("/sys/theme.json"))
      let store = OfficeStore(
        key: key, storage: .files(onError: errors.sink), clock: desk.clock)
      for size in 3...4 {
        store.send(.seat(.lamp(size)))
        await store.drain(within: .zero)
      }
      let reasons = errors.all.compactMap { error in
        if case .notSaved("theme", "/sys/theme.json", let reason) = error { reason } else { nil }
      }
      #expect(reasons.count == 2)
      #expect(
        Set(reasons).isSubset(of: [
          "Permission denied", "Read-only file system", "Operation not permitted",
        ]))
      #expect(store.theme.size == 4)
    }
  #endif

  @Test("is no file, or in a folder that is missing, is an error; the next change tries again")
  func notSaved() async throws {
    let later = try FileDesk(name: "later/theme.json")
    let store = later.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    let file = later.folder.path("later/theme.json")
    let error = SharedStorageError.notSaved(
      key: "theme", file: file, reason: "No such file or directory")
    #expect(later.errors.all == [error])
    #expect(store.theme.size == 3)
    try FileManager.default.createDirectory(
      atPath: later.folder.path("later"), withIntermediateDirectories: false)
    store.send(.seat(.lamp(4)))
    await store.drain(within: .zero)
    #expect(later.errors.all == [error])
    #expect(try later.folder.text(of: "later/theme.json").contains(#""size" : 4"#))
  }

  @Test("is a link to itself, or in a folder that cannot be changed, is an error of each change")
  func notWritable() async {
    unsafe symlink("theme.json", desk.path)
    // Not even the superuser can make a file in /sys.
    for path in [desk.path, "/sys/theme.json"] {
      let errors = FileDesk.Errors()
      let key = SharedKey("theme", default: Theme(), in: .file(path))
      let store = OfficeStore(
        key: key, storage: .files(onError: errors.sink), clock: desk.clock)
      for size in 3...4 {
        store.send(.seat(.lamp(size)))
        await store.drain(within: .zero)
      }
      let reasons = errors.all.compactMap { error in
        if case .notSaved("theme", path, let reason) = error { reason } else { nil }
      }
      #expect(reasons.count == 2)
      #expect(
        path == desk.path
          ? Set(reasons) == ["Too many levels of symbolic links"]
          : Set(reasons).isSubset(of: [
            "Permission denied", "Read-only file system", "Operation not permitted",
          ]))
      #expect(store.theme.size == 4)
    }
  }

  @Test("is a device or a folder is left alone", arguments: ["/dev/full", "/tmp"])
  func notAFile(_ path: String) async {
    let errors = FileDesk.Errors()
    let storage = SharedStorage.files(onError: errors.sink)
    let key = SharedKey("theme", default: Theme(), in: .file(path))
    let store = OfficeStore(key: key, storage: storage, clock: desk.clock)
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(
      errors.all.contains(
        .notSaved(key: "theme", file: path, reason: "it is not a regular file")))
    #expect(store.theme.size == 3)
  }

  @Test("is of an earlier version is migrated, and written in the present one")
  func migrated() async throws {
    try desk.folder.write("12", to: "theme.json")
    let key = SharedKey(
      "theme", default: Theme(),
      in: .file(
        desk.path, version: 3,
        migrations: [
          .from(1, Int.self) { Theme(size: $0, name: "from 1") },
          .from(2, String.self) { Theme(size: 0, name: $0) },
        ]))
    let store = OfficeStore(key: key, storage: desk.storage, clock: desk.clock)
    await settled(store) { $0.theme == Theme(size: 12, name: "from 1") }
    store.send(.seat(.enlarge))
    await desk.storage.flush()
    #expect(
      try desk.text == """
        {
          "value" : {
            "name" : "from 1",
            "size" : 13
          },
          "version" : 3
        }

        """)
    try desk.folder.write(#"{"version": 2, "value": "two"}"#, to: "theme.json")
    await settled(store) { $0.theme.name == "two" }
    #expect(desk.errors.all == [])
  }

  private static let leftAlone = "; the file is left alone until you repair it or move it away"

  /// A program that has written the beginning of the file, and pauses before it writes the end.
  private func writer(_ start: String, _ end: String) throws -> PipedRun {
    let script = #"{ printf '%s' "$1"; echo >&2; sleep 0.1; printf '%s' "$2"; } >"$0""#
    let run = try PipedRun("/bin/sh", ["-c", script, desk.path, start, end])
    #expect(run.seeErrors("\n"))
    return run
  }

  /// Changes the key in a store, which keeps the change and cannot save it.
  private func expectNotSaved(_ reason: String) async {
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(
      desk.errors.all.contains(.notSaved(key: "theme", file: desk.path, reason: reason)))
    #expect(store.theme.size == 3)
  }
}
