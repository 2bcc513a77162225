import RatchetTesting

@testable import todos

@Suite("What a command does to the list")
struct CommandActionTests {
  @Test(
    "is said by an action, with the id of the row that has the number",
    arguments: [
      (.init(name: .add, text: "Jam"), .add(title: "Jam")),
      (.init(name: .done, numbers: [2]), .row(id: .bread, action: .complete(true))),
      (.init(name: .undo, numbers: [1]), .row(id: .milk, action: .complete(false))),
      (.init(name: .toggle, numbers: [1]), .row(id: .milk, action: .complete(false))),
      (.init(name: .toggle, numbers: [2]), .row(id: .bread, action: .complete(true))),
      (.init(name: .edit, numbers: [3], text: "Jam"), .row(id: .tea, action: .rename("Jam"))),
      (.init(name: .remove, numbers: [3]), .remove(.tea)),
      (.init(name: .move, numbers: [1, 3]), .move(.milk, to: 2)),
      (
        .init(name: .remind, numbers: [2, 5]), .row(id: .bread, action: .remind(after: .seconds(5)))
      ),
      (.init(name: .clear), .clearCompleted), (.init(name: .show, text: "active"), .show(.active)),
      (.init(name: .detail, numbers: [2]), .openDetail(.bread)),
    ] as [(Command, Todos.Action)])
  func actions(_ command: Command, _ action: Todos.Action) throws {
    #expect(try command.action(in: .three) == action)
  }

  @Test(
    "is nothing where the command is for the program",
    arguments: [.show, .help, .quit] as [CommandName])
  func noAction(_ name: CommandName) throws {
    #expect(try Command(name: name).action(in: .three) == nil)
  }

  @Test(
    "is done to the detail while there is one",
    arguments: [
      (.init(name: .title, text: "Jam"), .titleChanged("Jam")),
      (.init(name: .note), .noteChanged("")), (.init(name: .save), .save),
      (.init(name: .cancel), .cancel),
    ] as [(Command, Detail.Action)])
  func detail(_ command: Command, _ action: Detail.Action) throws {
    var state = Todos.State.three
    state.detail = Detail.State(draft: state.rows[1].item)
    #expect(try command.action(in: state) == .detail(.presented(action)))
  }

  @Test(
    "needs a detail for its commands",
    arguments: [.title, .note, .save, .cancel] as [CommandName])
  func noDetail(_ name: CommandName) {
    let command = Command(name: name, text: "Jam")
    let error = #expect(throws: CommandError.self) { try command.action(in: .three) }
    #expect(
      error?.message == "'\(name.rawValue)' needs an open detail; open one with: detail N")
  }

  @Test(
    "needs a row with the number",
    arguments: [
      (.done, [0]), (.undo, [4]), (.toggle, [-1]), (.edit, [4]), (.remove, [Int.min]),
      (.move, [4, 1]), (.move, [1, 4]), (.remind, [Int.max, 1]), (.detail, [0]),
    ] as [(CommandName, [Int])])
  func noRow(_ name: CommandName, _ numbers: [Int]) {
    let command = Command(name: name, numbers: numbers)
    #expect(throws: CommandError.self) { try command.action(in: .three) }
  }

  @Test("is told which numbers there are")
  func numbers() {
    #expect(
      CommandError.noRow(4, count: 3).message == "there is no todo 4: the numbers are 1 to 3")
    #expect(CommandError.noRow(1, count: 0).message == "there is no todo 1: the list is empty")
  }
}
