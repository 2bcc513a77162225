import Console
import Foundation
import RatchetTesting
import TestSupport

@testable import todos

@Suite("A place where nothing can be saved")
struct ObstacleTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("is a folder that is not there, until it is")
  func missingFolder() async throws {
    let path = folder.path("none/todos.json")
    let storage = StorageClient.file(at: path)
    #expect(try await storage.load() == [])
    let error = await #expect(throws: StorageError.self) { try await storage.save([]) }
    #expect(error == .notSaved(file: path, reason: "No such file or directory"))
    try FileManager.default.createDirectory(
      atPath: folder.path("none"), withIntermediateDirectories: false)
    try await storage.save(Todos.State.three.items)
    #expect(try await storage.load() == Todos.State.three.items)
  }

  @Test("is a folder or a device, which are left alone")
  func notAFile() async throws {
    for path in [folder.path, "/dev/null"] {
      let storage = StorageClient.file(at: path)
      let reason = "it is not a regular file"
      let loading = await #expect(throws: StorageError.self) { try await storage.load() }
      #expect(loading == .damaged(file: path, reason: reason, kept: .inPlace(reason: reason)))
      let saving = await #expect(throws: StorageError.self) { try await storage.save([]) }
      guard case .notSaved(path, _) = saving else {
        Issue.record("it is \(String(describing: saving))")
        return
      }
    }
    #expect(try folder.names == [])
  }

  @Test("is that of a file which can be neither read nor renamed, and is not overwritten")
  func stuck() async throws {
    // Too long for anything to be put behind it.
    let name = String(repeating: "n", count: 250)
    try folder.write("{", to: name)
    let storage = StorageClient.file(at: folder.path(name))
    let loading = await #expect(throws: StorageError.self) { try await storage.load() }
    #expect(
      loading
        == .damaged(
          file: folder.path(name), reason: "it is not valid JSON, and seems to be cut off",
          kept: .inPlace(reason: "File name too long")))
    let saving = await #expect(throws: StorageError.self) { try await storage.save([]) }
    #expect(
      saving
        == .notSaved(
          file: folder.path(name),
          reason: "what is there cannot be read, and cannot be renamed: File name too long"))
    #expect(try folder.text(of: name) == "{")
  }

  @Test("is told in one line")
  func messages() {
    let damaged = { StorageError.damaged(file: "a.json", reason: "it is empty", kept: $0) }
    #expect(
      damaged(.renamed(to: "a.json.damaged-1")).message(about: "list")
        == "cannot read a.json: it is empty; it is kept as a.json.damaged-1, and the list starts empty"
    )
    #expect(
      damaged(.inPlace(reason: "Permission denied")).message(about: "list") == """
        cannot read a.json: it is empty; the list starts empty, and is not saved as long as the file is \
        in its way: it cannot be renamed: Permission denied
        """)
    #expect(
      StorageError.notSaved(file: "a.json", reason: "No space left on device").message(
        about: "list")
        == "cannot save a.json: No space left on device; the list is kept until the program ends")
  }
}
