import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("The folders around the file of a shared key")
struct WatchedFolderTests {
  private let desk: FileDesk
  private let key: SharedKey<Theme>

  init() throws {
    desk = try FileDesk()
    let file = desk.folder.path("outer/data/theme.json")
    key = SharedKey("theme", default: Theme(), in: .file(file), merge: FileDesk.mergedByField)
  }

  @Test(
    "may be replaced: the file in the new one is read, and watched",
    arguments: ["outer/data", "outer"], [true, false])
  func replaced(_ folder: String, isRenamed: Bool) async throws {
    try makeFolders()
    try put(size: 1)
    let store = OfficeStore(key: key, storage: desk.storage, clock: desk.clock)
    await settled(store) { $0.theme.size == 1 }
    if isRenamed {
      unsafe rename(desk.folder.path(folder), desk.folder.path("old"))
    } else {
      try FileManager.default.removeItem(atPath: desk.folder.path(folder))
    }
    try makeFolders()
    try put(size: 2)
    await settled(store) { $0.theme.size == 2 }
    try put(size: 3)
    await settled(store) { $0.theme.size == 3 }
    #expect(desk.errors.all == [])
  }

  @Test("may be made after the file was looked for: the file is then read")
  func madeLater() async throws {
    let store = OfficeStore(key: key, storage: desk.storage, clock: desk.clock)
    await desk.load(key)
    try makeFolders()
    try put(size: 2)
    await settled(store) { $0.theme.size == 2 }
    #expect(desk.errors.all == [])
  }

  private func makeFolders() throws {
    try FileManager.default.createDirectory(
      atPath: desk.folder.path("outer/data"), withIntermediateDirectories: true)
  }

  private func put(size: Int) throws {
    try desk.put(#"{"size": \#(size), "name": "a"}"#, as: "outer/data/theme.json")
  }
}
