import Foundation
import RatchetTesting

@Suite("A stack that is encoded")
struct StackCodingTests {
  @Test("comes back with its ids, and counts on")
  func roundTrip() throws {
    var stack: Stack = [Screen.list, .detail(id: 7), .detail(id: 8)]
    stack.pop(from: 1)
    stack.push(.detail(id: 9))
    var decoded = try decode(String(decoding: JSONEncoder().encode(stack), as: UTF8.self))
    #expect(decoded == stack)
    #expect(decoded.ids == [0, 3])
    #expect(decoded.push(.list) == 4)
  }

  @Test("is the next id and a list of elements with their ids")
  func text() throws {
    var stack: Stack = ["a", "b", "c"]
    stack.pop(from: 1)
    stack.push("d")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(stack), as: UTF8.self)
    #expect(
      text == #"{"elements":[{"element":"a","id":0},{"element":"d","id":3}],"nextID":4}"#)
  }

  @Test(
    "is an error if it is damaged",
    arguments: [
      Damage(
        2, [0, 0], "elements.Index 1.id", "position 1 has the id 0, and the one before it has 0;"),
      Damage(
        3, [2, 1], "elements.Index 1.id", "position 1 has the id 1, and the one before it has 2;"),
      Damage(2, [0, 2], "elements.Index 1.id", "id 2, which is not between 0 and the next id 2."),
      Damage(2, [-1], "elements.Index 0.id", "id -1, which is not between 0 and the next id 2."),
      Damage(-1, [], "nextID", "The next id -1 is not between 0 and 9007199254740992."),
      Damage(.max, [], "nextID", "is not between 0 and 9007199254740992."),
    ])
  func damaged(damage: Damage) throws {
    let error = #expect(throws: DecodingError.self) { try decode(damage.text) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == damage.path)
    #expect(context.debugDescription.hasSuffix(damage.ending), "\(context.debugDescription)")
  }

  private func decode(_ text: String) throws -> Stack<Screen> {
    try JSONDecoder().decode(Stack<Screen>.self, from: Data(text.utf8))
  }

  // MARK: - Fixtures

  private enum Screen: Equatable, Codable {
    case list
    case detail(id: Int)
  }

  /// A text with these ids, and where and how its error ends.
  struct Damage: Sendable, CustomTestStringConvertible {
    let text: String
    let path: String
    let ending: String

    init(_ nextID: Int, _ ids: [Int], _ path: String, _ ending: String) {
      let elements = ids.map { #"{"id": \#($0), "element": {"list": {}}}"# }
      text = #"{"nextID": \#(nextID), "elements": [\#(elements.joined(separator: ", "))]}"#
      self.path = path
      self.ending = ending.hasSuffix(";") ? ending + " ids must ascend." : ending
    }

    var testDescription: String { text }
  }
}
