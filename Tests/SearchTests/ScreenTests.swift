import Console
import Testing

@testable import search

@MainActor @Suite("The screen of the search")
struct ScreenTests {
  @Test("shows the query, what is known, and the first results")
  func hits() {
    let state = Search.State(
      query: "a", results: .found((1...20).map { Hit(title: "T\($0)", detail: "about a") }))
    let lines = rendered(state, columns: 40, rows: 24)
    #expect(lines.count == 13)
    #expect(lines[...3] == ["search: a_", "20 results for 'a'", "  T1  about a", "  T2  about a"])
    #expect(lines[11...] == ["  T10  about a", "Enter search now  ? help  Ctrl-D quit"])
  }

  @Test("has the same height whatever is known, and none more than the terminal", arguments: 0...30)
  func height(rows: Int) {
    let states: [Search.Results] = [
      .none, .searching, .found([]), .found([.about("a")]), .failure(.notUnderstood),
    ]
    let heights = states.map {
      rendered(Search.State(query: "a", results: $0), columns: 20, rows: rows).count
    }
    #expect(Set(heights) == [min(rows, 13)])
  }

  @Test(
    "has keys that edit the query",
    arguments: [
      (Key.character("x"), "a bx" as TextField), (.paste("\nx"), "a b x"), (.control("?"), "a "),
      (.control("u"), ""), (.escape, ""), (.control("w"), "a "),
      (.arrow(.left), TextField(text: "a b", rest: 1)),
    ])
  func keys(_ key: Key, _ query: TextField) {
    let command = Search.command(key, Search.State(query: "a b"))
    #expect(command == .send(.queryChanged(query)))
  }

  @Test("shows the cursor, and what is around it where there is no room for all")
  func cursor() {
    let query = TextField(text: "abcdefghij", rest: 4)
    let wide = rendered(Search.State(query: query), columns: 40, rows: 2)
    #expect(wide.first == "search: abcdef|ghij")
    let narrow = rendered(Search.State(query: query), columns: 15, rows: 2)
    #expect(narrow.first == "search: …def|gh")
  }

  @Test("does not wait, in a run that goes on, for an answer to an earlier one")
  func resumed() {
    let state = Search.State(query: "a", results: .searching)
    #expect(Interface.search.resumed(state) == Search.State(query: "a"))
  }

  @Test("takes a query up to a length")
  func longQuery() {
    let state = Search.State(query: TextField(text: String(repeating: "a", count: 199)))
    #expect(
      Search.command(.paste("bc"), state)
        == .send(.queryChanged(TextField(text: state.query.text + "b"))))
  }

  private func rendered(_ state: Search.State, columns: Int, rows: Int) -> [String] {
    let frame = Frame(size: ScreenSize(columns: columns, rows: rows))
    return frame.rendered(Search.draw(state, frame))
  }
}
