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
    "cannot be decoded is kept under another name, and reported with the decoder's reason",
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
      (#"{"version": 0, "value": {}}"#, "it is of version 0, and this program reads 1"),
    ])
  func damaged(_ text: String, _ reason: String) async throws {
    try desk.folder.write(text, to: "theme.json")
    await desk.load(desk.key)
    #expect(
      desk.errors.all == [
        .damaged(
          key: "theme", file: desk.path, reason: reason, keptAs: desk.path + ".damaged-1")
      ])
    #expect(try desk.names == ["theme.json.damaged-1"])
    #expect(try desk.folder.text(of: "theme.json.damaged-1") == text)
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(try desk.names == ["theme.json", "theme.json.damaged-1"])
    #expect(desk.errors.all.count == 1)
  }

  @Test("is removed or damaged while the store runs is written again, at the latest at the end")
  func writtenAgain() async throws {
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    try FileManager.default.removeItem(atPath: desk.path)
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
    try FileManager.default.removeItem(atPath: desk.path)
    store.send(.seat(.lamp(4)))
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 4"#))
    try desk.folder.write("{", to: "theme.json")
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 4"#))
    #expect(try desk.names == ["theme.json", "theme.json.damaged-1"])
    #expect(desk.errors.all.count == 1)
    try desk.folder.write("[", to: "theme.json")
    await store.drain(within: .zero)
    #expect(try desk.names == ["theme.json", "theme.json.damaged-1", "theme.json.damaged-2"])
  }

  @Test("cannot be renamed is never overwritten")
  func stuck() async throws {
    // Too long for anything to be put behind it.
    let name = String(repeating: "n", count: 250)
    let stuck = try FileDesk(name: name)
    try stuck.folder.write("{", to: name)
    let store = stuck.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    let reason = """
      its content is wrong: The given data was not valid JSON, and it cannot be renamed: File name \
      too long
      """
    let file = stuck.folder.path(name)
    #expect(stuck.errors.all.contains(.notSaved(key: "theme", file: file, reason: reason)))
    #expect(try stuck.folder.text(of: name) == "{")
    #expect(try stuck.names == [name])
  }

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
}
