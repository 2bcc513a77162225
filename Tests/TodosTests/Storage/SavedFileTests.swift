import Console
import RatchetTesting

@testable import todos

@Suite("The content of the file")
struct SavedFileTests {
  @Test("is the items as JSON that can be read and edited")
  func encoded() throws {
    let items: [Item] = [Item(id: .milk, title: "Milk / \"Käse\"", note: "a\nb", isCompleted: true)]
    let bytes = try JSONFile.encode(SavedFile(items: items))
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"""
        {
          "format" : 1,
          "items" : [
            {
              "id" : "00000000-0000-0000-0000-000000000000",
              "isCompleted" : true,
              "note" : "a\nb",
              "title" : "Milk / \"Käse\""
            }
          ]
        }

        """#)
    #expect(try JSONFile<SavedFile>.decode(bytes).items == items)
  }

  @Test("that was cut off anywhere is not taken for a shorter list")
  func cutOff() throws {
    let whole = try JSONFile.encode(SavedFile(items: Todos.State.three.items))
    // Without the line end after it, it is whole.
    for length in 0..<(whole.count - 1) {
      let error = #expect(throws: JSONFailure.self) {
        try JSONFile<SavedFile>.decode(Array(whole[..<length]))
      }
      let last = whole[..<length].last { !" \n".utf8.contains($0) }
      switch last {
      case nil: #expect(error?.reason == "it is empty")
      case UInt8(ascii: "}"): #expect(error?.reason == "it is not valid JSON")
      default: #expect(error?.reason == "it is not valid JSON, and seems to be cut off")
      }
    }
  }

  @Test(
    "that is damaged is refused with a reason",
    arguments: [
      (" \n", "it is empty"),
      ("hello", "it is not valid JSON, and seems to be cut off"),
      ("{]}", "it is not valid JSON"),
      ("[]", "its content is not of the right type"),
      ("{}", "'format' is missing"),
      (#"{"format": "1"}"#, "'format' is not of the right type"),
      (#"{"format": 1}"#, "'items' is missing"),
      (#"{"format": 1, "items": null}"#, "'items' is null"),
      (#"{"format": 1, "items": {}}"#, "'items' is not of the right type"),
      (#"{"format": 2}"#, "'format' is wrong: it is 2, and this program reads 1"),
      (
        #"{"format": 1, "items": [{"id": "00000000-0000-0000-0000-000000000000"}]}"#,
        "'items[0].title' is missing"
      ),
      (
        #"{"format": 1, "items": [{"id": "7", "title": "", "note": "", "isCompleted": true}]}"#,
        "'items[0].id' is wrong: Attempted to decode UUID from invalid UUID string."
      ),
    ])
  func damaged(_ text: String, _ reason: String) {
    let error = #expect(throws: JSONFailure.self) {
      try JSONFile<SavedFile>.decode(Array(text.utf8))
    }
    #expect(error?.reason == reason)
  }

  @Test("with two items of one id is refused")
  func sameID() throws {
    let bytes = try JSONFile.encode(SavedFile(items: [Item(id: .milk, title: "Milk")]))
    let text = String(decoding: bytes, as: UTF8.self)
    let item = try #require(text.firstRange(of: /\{\s+"id"[^}]+\}/).map { text[$0] })
    let twice = text.replacing(item, with: item + "," + item)
    let error = #expect(throws: JSONFailure.self) {
      try JSONFile<SavedFile>.decode(Array(twice.utf8))
    }
    #expect(
      error?.reason.hasPrefix("'items' is wrong: The element at position 1 has the id") == true)
  }

  @Test("that is not UTF-8 is refused")
  func notText() {
    #expect(throws: JSONFailure.self) { try JSONFile<SavedFile>.decode([0xFF, 0xFE, 0x00, 0x7D]) }
  }
}
