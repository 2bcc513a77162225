import Foundation
import RatchetTesting

@testable import RatchetRecording
@testable import RatchetReports

@Suite("The change of a state, as assignments")
struct ChangeAssignmentsTests {
  @Test("leads to the element and the member that changed")
  func path() {
    var new = Board.example
    new.checks[id: "web"]?.isProbing = true
    new.tags["b"]?.append(2)
    new.tags["c"] = [1]
    new.draft?.title = "new"
    new.sheet = .edit(Draft(title: "b"), row: 1)
    #expect(
      ChangeAssignments.texts(from: Board.example, to: new) == [
        #"state.checks[id: "web"].isProbing = true"#, #"state.tags["b"].append(2)"#,
        #"state.tags["c"] = [1]"#, #"state.draft.title = "new""#,
        #"state.sheet.edit.0.title = "b""#,
      ])
    #expect(ChangeAssignments.texts(from: Login(), to: Login(token: 1)) == ["state.token = 1"])
  }

  @Test("writes the edits of a collection that is too long to be written")
  func edits() {
    let old = Board(
      numbers: Array(0..<30), set: Set(0..<30),
      checks: .init((0..<30).map { Check(id: "\($0)") }))
    var new = old
    new.numbers[7...8] = [-1]
    new.set.formSymmetricDifference([3, 30])
    new.checks[id: "4"] = nil
    new.checks[id: "6"]?.isProbing = true
    #expect(
      ChangeAssignments.texts(from: old, to: new) == [
        "state.numbers.replaceSubrange(7..<9, with: [-1])", "state.set.remove(3)",
        "state.set.insert(30)", #"state.checks[id: "4"] = nil"#,
        #"state.checks[id: "6"].isProbing = true"#,
      ])
    new = old
    new.numbers.remove(at: 7)
    #expect(ChangeAssignments.texts(from: old, to: new) == ["state.numbers.remove(at: 7)"])
    new.numbers.insert(contentsOf: [7, 70], at: 7)
    #expect(
      ChangeAssignments.texts(from: old, to: new) == ["state.numbers.insert(70, at: 8)"])
  }

  @Test("writes values so that they differ, and says how many are omitted")
  func values() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    #expect(
      ChangeAssignments.texts(from: date, to: date + 0.5)
        == ["state = 2001-01-01 00:00:00.5 +0000"])
    let text = String(repeating: "a", count: 400)
    #expect(
      ChangeAssignments.texts(from: text + "b", to: text + "c")
        == ["state = ...\"\(String(repeating: "a", count: 20))c\""])
    let texts = (10..<90).map { "a.b = \($0)" }
    #expect(ChangeAssignments.line(texts).hasSuffix("a.b = 39, ... (50 more)"))
  }

  @Test("ends for objects that refer to each other, and visits each pair once")
  func objects() {
    #expect(
      ChangeAssignments.texts(from: Twin(depth: 20, 1), to: Twin(depth: 20, 2))
        == ["state\(String(repeating: ".one", count: 20)).number = 2"])
  }

  @Test("is source that assigns a value with another id as a whole, because its id is a constant")
  func otherID() {
    let (old, new) = ([Check(id: "db")], [Check(id: "web", isProbing: true)])
    var assignments = ChangeAssignments()
    #expect(
      assignments.lines(from: old, to: new) == [#"$0[0] = <#Check(id: "web", isProbing: true)#>"#])
    #expect(
      assignments.lines(from: Wrapped(wrappedValue: 1), to: Wrapped(wrappedValue: 2))
        == ["$0 = <#Wrapped(wrappedValue: 2)#>"])
  }

  @Test("is source that compiles, with 'nil' and '.none' as values")
  func source() {
    var new = Board.example
    new.checks[id: "web"]?.isProbing = true
    new.tags["b"] = nil
    new.tags["c"] = [1]
    new.draft?.title = "new"
    new.modes["a"] = .some(.none)
    new.modes["b"] = .some(.fast)
    new.modes["c"] = Mode.some(1)
    var assignments = ChangeAssignments()
    #expect(
      assignments.lines(from: Board.example, to: new) == [
        #"$0.checks[id: "web"]?.isProbing = true"#, #"$0.tags["b"] = nil"#,
        #"$0.tags["c"] = [1]"#, #"$0.draft?.title = "new""#, #"$0.modes["a"] = .some(.none)"#,
        #"$0.modes["b"] = .fast"#, #"$0.modes["c"] = .some(.some(1))"#,
      ])
  }
}

@Suite("The text of an action in a state")
struct ActionTextTests {
  @Test("has the members that a change of a field changes")
  func members() {
    let action = Action.form(.set(\.draft, Draft(title: "new")))
    let short = #"form(\.draft.title = "new")"#
    #expect(ActionText.text(action, before: Board.example) == short)
    #expect(ActionText.text(action, before: (1, Board.example)) == short)
  }

  @Test("has all of the value if the state of the change is not known, or does not change")
  func unknown() {
    let action = Action.form(.set(\.draft, Draft()))
    let full = #"form(\.draft = Optional(Draft(title: "a", size: 1)))"#
    for state in [1, (Board(), Board()), Board.example] as [Any] {
      #expect(ActionText.text(action, before: state) == full)
    }
  }

  @Test("has of a long payload the members that differ from the part of the state of its type")
  func payload() {
    var board = Board.example
    board.draft?.title = "b"
    let action = Action.loaded(board)
    let text = #"loaded(Board with .draft.title = "b")"#
    #expect(ActionText.text(action, before: (1, Board.example)) == text)
    #expect(ActionText.text(action, before: board) == "loaded(Board with no change)")
    for state in [1, (board, board)] as [Any] {
      #expect(ActionText.text(action, before: state) == ValueLine.text(action))
    }
  }

  private enum Action { case form(FieldChange<Board>), loaded(Board) }
}

// MARK: - Fixtures

private struct Check: Equatable, Identifiable {
  let id: String
  var isProbing = false
}

private struct Draft: Equatable {
  var title = "a"
  var size = 1
}

private enum Sheet: Equatable { case edit(Draft, row: Int) }

private enum Mode: Equatable { case none, fast, some(Int) }

private struct Board: Equatable {
  static let example = Board(
    checks: [Check(id: "db"), Check(id: "web")], tags: ["a": [1], "b": [1]], draft: Draft(),
    sheet: .edit(Draft(), row: 1), modes: ["a": .fast])

  var numbers: [Int] = []
  var set: Set<Int> = []
  var checks: IdentifiedArrayOf<Check> = []
  var tags: [String: [Int]] = [:]
  var draft: Draft?
  var sheet: Sheet?
  var modes: [String: Mode] = [:]
}

private struct Login: Equatable { @Wrapped var token = 0 }

@propertyWrapper
private struct Wrapped: Equatable {
  var wrappedValue: Int
}

/// Refers to the same object twice, and the last one to itself.
private final class Twin {
  var one: Twin?
  var other: Twin?
  var number = 0

  init(depth: Int, _ number: Int) {
    if depth == 0 { self.number = number }
    one = depth == 0 ? self : Twin(depth: depth - 1, number)
    other = one
  }
}
