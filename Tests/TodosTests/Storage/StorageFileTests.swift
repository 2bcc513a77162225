import Console
import Foundation
import RatchetTesting
import TestSupport

@testable import todos

@Suite("The storage")
struct StorageFileTests {
  private let folder: Folder
  private let storage: StorageClient

  init() throws {
    folder = try Folder()
    storage = .file(at: folder.path("todos.json"))
  }

  @Test("holds nothing before the first save, without a complaint and without a file")
  func missing() async throws {
    #expect(try await storage.load() == [])
    #expect(try folder.names == [])
  }

  @Test("gives back what was saved last, and leaves nothing else in the folder")
  func saved() async throws {
    try await storage.save([Item(id: .tea, title: "Tea")])
    try await storage.save(Todos.State.three.items)
    #expect(try await storage.load() == Todos.State.three.items)
    #expect(try folder.names == ["todos.json"])
  }

  @Test(
    "keeps a file that it cannot read under the next free name, and starts empty",
    arguments: ["", "{", "null", "\u{0}\u{1}"])
  func damaged(_ text: String) async throws {
    for number in 1...3 {
      try folder.write(text, to: "todos.json")
      let error = await #expect(throws: StorageError.self) { try await storage.load() }
      guard case .damaged(folder.path("todos.json"), _, .renamed(let name)) = error else {
        Issue.record("it is \(String(describing: error))")
        return
      }
      #expect(name == folder.path("todos.json.damaged-\(number)"))
      #expect(try folder.text(of: "todos.json.damaged-\(number)") == text)
      #expect(try await storage.load() == [])
    }
    try await storage.save(Todos.State.three.items)
    #expect(try await storage.load() == Todos.State.three.items)
    #expect(try folder.names.count == 4)
  }

  @Test("does not overwrite what has such a name")
  func takenName() async throws {
    try folder.write("mine", to: "todos.json.damaged-1")
    try folder.write("{", to: "todos.json")
    await #expect(throws: StorageError.self) { try await storage.load() }
    #expect(try folder.text(of: "todos.json.damaged-1") == "mine")
    #expect(try folder.text(of: "todos.json.damaged-2") == "{")
  }

  @Test("does not save when it was cancelled before")
  func cancelled() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { try await storage.save(Todos.State.three.items) }
      try await group.waitForAll()
    }
    #expect(try folder.names == [])
  }

  @Test("has one save after the other: the last wins")
  func order() async throws {
    for count in 1...20 {
      try await storage.save(((0..<count).map { _ in Item(id: UUID(), title: "Milk") }))
    }
    #expect(try await storage.load().count == 20)
    #expect(try folder.names == ["todos.json"])
  }
}
