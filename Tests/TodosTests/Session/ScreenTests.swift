import Console
import RatchetTesting

@testable import todos

@Suite("The screen")
struct ScreenTests {
  @Test("shows each row with its number, and how many there are")
  func rows() {
    #expect(
      Screen(.three).lines == [
        "1. [x] Milk", "2. [ ] Bread", "3. [ ] Tea", "2 active, 1 completed",
      ])
    #expect(Screen(Todos.State()).lines == ["0 active, 0 completed"])
  }

  @Test("shows what the filter lets through, and says so")
  func filter() {
    var state = Todos.State.three
    state.filter = .active
    #expect(
      Screen(state).lines == [
        "2. [ ] Bread", "3. [ ] Tea", "2 active, 1 completed; only the active are shown",
      ])
    state.filter = .completed
    #expect(
      Screen(state).lines == [
        "1. [x] Milk", "2 active, 1 completed; only the completed are shown",
      ])
  }

  @Test("shows notes and reminders")
  func details() {
    var state = Todos.State(rows: [Todo.State(.milk, "Milk")])
    state.rows[id: .milk]?.item.note = "two litres"
    state.rows[id: .milk]?.reminder = .init(delay: .seconds(1))
    #expect(
      Screen(state).lines == [
        "1. [ ] Milk (reminder set)", "   two litres", "1 active, 0 completed",
      ])
  }

  @Test("shows the draft while there is a detail")
  func detail() {
    var state = Todos.State.three
    state.detail = Detail.State(draft: state.rows[1].item)
    state.detail?.draft.title = "Rye bread"
    #expect(
      Screen(state).lines.suffix(3) == ["detail of 2", "  title: Rye bread", "  note:  "])
  }

  @Test("has a line for each change of another program")
  func outsideChanges() {
    let before = Todos.State.three.rows
    var after = before
    after.remove(id: .bread)
    after[id: .milk]?.item.title = "Oat\nmilk"
    after.append(Todo.State(.other, "Jam"))
    #expect(
      Screen.changes(from: before, to: after) == [
        "another program removed: Bread", "another program added: Jam",
        "another program changed: Oat milk",
      ])
    after = [before[2], before[0], before[1]]
    #expect(Screen.changes(from: before, to: after) == ["another program moved: Tea"])
    #expect(Screen.changes(from: before, to: before) == [])
  }

  @Test("is not torn by what titles and notes hold")
  func controlCharacters() {
    var state = Todos.State(rows: [Todo.State(.milk, "a\u{1B}[2Jb\nc\u{2028}d\u{202E}e\u{9B}")])
    state.rows[id: .milk]?.item.note = "\r\u{7}é 🧀 👩‍🍳"
    #expect(
      Screen(state).lines == [
        "1. [ ] a [2Jb c d e ", "     é 🧀 👩‍🍳", "1 active, 0 completed",
      ])
  }
}
