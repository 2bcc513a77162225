import RatchetRecording
import RatchetTesting

@Suite("The change of a state, as a story tells it,")
struct ChangeAssignmentsTests {
  private struct State {
    var name = ""
    var rows = [1, 2]
    var sum = 0
  }

  @Test("is an assignment for each member, an append for a new element")
  func texts() {
    var state = State()
    state.name = "a \"b\""
    state.rows.append(3)
    state.sum = 7
    #expect(
      ChangeAssignments.texts(from: State(), to: state) == [
        #"state.name = "a \"b\"""#, "state.rows.append(3)", "state.sum = 7",
      ])
  }

  @Test("names an element by its index, and is nothing if nothing has changed")
  func elements() {
    #expect(ChangeAssignments.texts(from: [1, 2], to: [1, 3]) == ["state[1] = 3"])
    #expect(ChangeAssignments.texts(from: 1, to: 2) == ["state = 2"])
    #expect(ChangeAssignments.texts(from: State(), to: State()).isEmpty)
  }
}
