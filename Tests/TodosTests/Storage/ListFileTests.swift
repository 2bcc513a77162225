import Console
import Foundation
import RatchetTesting
import TestSupport

@testable import todos

@MainActor @Suite("The file of the list")
struct ListFileTests {
  private let folder: Folder
  private let files = FileStorage()

  init() throws {
    folder = try Folder()
  }

  @Test("holds the items as JSON that can be read and edited")
  func written() async throws {
    try await files.load(key)
    withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      files.storage.change(key) {
        $0 = [Item(id: .milk, title: "Milk / \"Käse\"", note: "a\nb", isCompleted: true)]
      }
    }
    #expect(await files.storage.flush() == [])
    #expect(
      try folder.text(of: "todos.json") == #"""
        {
          "value" : [
            {
              "id" : "00000000-0000-0000-0000-000000000000",
              "isCompleted" : true,
              "note" : "a\nb",
              "title" : "Milk / \"Käse\""
            }
          ],
          "version" : 2
        }

        """#)
    #expect(try folder.names == ["todos.json"])
  }

  @Test("may have the format of the first version")
  func firstFormat() async throws {
    try folder.write(
      #"""
      {
        "format" : 1,
        "items" : [
          {
            "id" : "00000000-0000-0000-0000-000000000002",
            "isCompleted" : false,
            "note" : "",
            "title" : "Tea"
          }
        ]
      }

      """#, to: "todos.json")
    try await files.load(key)
    #expect(files.storage.value(of: key) == [Item(id: .tea, title: "Tea")])
    #expect(files.takeProblems() == [])
  }

  @Test(
    "that cannot be read is left alone, and the reason is told",
    arguments: [
      (" \n", "its content is wrong: The given data was not valid JSON"),
      (
        #"{"format": 1, "items": ["#, "its content is wrong: The given data was not valid JSON"
      ),
      ("{}", "'items' is missing"),
      (#"{"format": 1, "items": null}"#, "'items' is null"),
      (
        #"{"version": 2, "value": {}}"#,
        "'value' is wrong: Expected to decode Array<Any> but found a dictionary instead"
      ),
      (
        #"{"version": 2, "value": [{"id": "00000000-0000-0000-0000-000000000000"}]}"#,
        "'value[0].title' is missing"
      ),
    ])
  func damaged(_ text: String, _ reason: String) async throws {
    try folder.write(text, to: "todos.json")
    let error = await #expect(throws: UnreadableFile.self) { try await files.load(key) }
    #expect(
      error?.description == """
        cannot read \(folder.path("todos.json")): \(reason); the file is left alone until you repair \
        it or move it away
        """)
    #expect(try folder.text(of: "todos.json") == text)
    #expect(try folder.names == ["todos.json"])
  }

  @Test("with two items of one id is refused")
  func sameID() async throws {
    let id = "00000000-0000-0000-0000-000000000000"
    let item = #"{"id": "\#(id)", "title": "", "note": "", "isCompleted": true}"#
    try folder.write(#"{"version": 2, "value": [\#(item), \#(item)]}"#, to: "todos.json")
    let error = await #expect(throws: UnreadableFile.self) { try await files.load(key) }
    #expect(error?.description.contains("The element at position 1 has the id") == true)
    #expect(files.storage.value(of: key) == nil)
  }

  @Test("is told in one line when it cannot be read, saved or watched")
  func messages() {
    let read = SharedStorageError.notRead(key: "items", file: "a.json", reason: "it is a folder")
    #expect(read.message == "cannot read a.json: it is a folder")
    #expect(
      SharedStorageError.notSaved(key: "items", file: "a.json", reason: "No space left on device")
        .message
        == "cannot save a.json: No space left on device; the list is kept until the program ends")
    #expect(
      SharedStorageError.notWatched(key: "items", file: "a.json", reason: "Too many open files")
        .message == "cannot see what other programs do with a.json: Too many open files")
  }

  private var key: SharedKey<IdentifiedArrayOf<Item>> { .items(in: folder.path("todos.json")) }
}
