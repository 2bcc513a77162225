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
