import Foundation
import RatchetTesting
import TestSupport
import Testing

@MainActor @Suite("The links to the file of a shared key")
struct LinkedFileTests {
  private let desk: FileDesk

  init() throws {
    desk = try FileDesk()
  }

  @Test("are followed, and the file keeps its permissions")
  func links() async throws {
    try desk.folder.write(#"{"size": 2, "name": "a"}"#, to: "real.json")
    unsafe chmod(desk.folder.path("real.json"), 0o640)
    unsafe symlink("real.json", desk.folder.path("link.json"))
    unsafe symlink(desk.folder.path("link.json"), desk.path)
    let store = desk.store()
    await settled(store) { $0.theme.size == 2 }
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(try desk.names == ["link.json", "real.json", "theme.json"])
    #expect(try desk.folder.text(of: "real.json").contains(#""size" : 3"#))
    let attributes = try FileManager.default.attributesOfItem(atPath: desk.folder.path("real.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: desk.path)
    #expect(link == desk.folder.path("link.json"))
  }

  @Test(
    "are followed each time: one that is swapped leads to another file, whose value is taken",
    arguments: [true, false])
  func swappedLink(isReplaced: Bool) async throws {
    for name in ["1", "2"] {
      unsafe mkdir(desk.folder.path(name), 0o700)
      try desk.put(#"{"size": \#(name), "name": "a"}"#, as: name + "/theme.json")
    }
    unsafe symlink("1", desk.folder.path("now"))
    unsafe symlink("now/theme.json", desk.path)
    let store = desk.store()
    await settled(store) { $0.theme.size == 1 }
    unsafe symlink("2", desk.folder.path("new"))
    if !isReplaced { unsafe unlink(desk.folder.path("now")) }
    unsafe rename(desk.folder.path("new"), desk.folder.path("now"))
    await settled(store) { $0.theme.size == 2 }
    try desk.put(#"{"size": 4, "name": "a"}"#, as: "2/theme.json")
    await settled(store) { $0.theme.size == 4 }
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(try desk.folder.text(of: "1/theme.json").contains(#""size": 1"#))
    #expect(try desk.folder.text(of: "2/theme.json").contains(#""size" : 3"#))
    #expect(desk.errors.all == [])
  }

  @Test("that are swapped before a save are followed, but not to the file of another key")
  func linkToAnotherKey() async throws {
    await desk.load(SharedKey("other", default: Theme(), in: .file(desk.folder.path("other.json"))))
    try desk.put(#"{"size": 7, "name": "other"}"#, as: "other.json")
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    store.send(.seat(.lamp(4)))
    unsafe unlink(desk.path)
    unsafe symlink("other.json", desk.path)
    await store.drain(within: .zero)
    let error = SharedStorageError.notSaved(
      key: "theme", file: desk.path, reason: #"it is the file of the shared key "other""#)
    #expect(desk.errors.all.contains(error))
    #expect(try desk.folder.text(of: "other.json").contains(#""size": 7"#))
  }

  @Test("that lead nowhere lead to where the file is made")
  func danglingLink() async throws {
    unsafe symlink("nowhere.json", desk.path)
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(try desk.names == ["nowhere.json", "theme.json"])
    #expect(desk.errors.all == [])
  }
}
