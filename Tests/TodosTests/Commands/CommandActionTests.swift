import RatchetTesting

@testable import todos

@Suite("What a command does to the list")
struct CommandActionTests {
  @Test(
    "is said by an action, with the id of the row that has the number",
    arguments: [
      (.add(title: "Jam"), .add(title: "Jam")),
      (.complete(2), .row(id: .bread, action: .complete(true))),
      (.undo(1), .row(id: .milk, action: .complete(false))),
      (.toggle(1), .row(id: .milk, action: .complete(false))),
      (.toggle(2), .row(id: .bread, action: .complete(true))),
      (.edit(3, title: "Jam"), .row(id: .tea, action: .rename("Jam"))),
      (.remove(3), .remove(.tea)), (.move(1, to: 3), .move(.milk, to: 2)),
      (.remind(2, after: .seconds(5)), .row(id: .bread, action: .remind(after: .seconds(5)))),
      (.clear, .clearCompleted), (.show(.active), .show(.active)),
      (.detail(2), .openDetail(.bread)),
    ] as [(Command, Todos.Action)])
  func actions(_ command: Command, _ action: Todos.Action) throws {
    #expect(try command.action(in: .three) == action)
  }

  @Test(
    "is nothing where the command is for the program",
    arguments: [.show(nil), .help, .quit] as [Command])
  func noAction(_ command: Command) throws {
    #expect(try command.action(in: .three) == nil)
  }

  @Test(
    "is done to the detail while there is one",
    arguments: [
      (.title("Jam"), .titleChanged("Jam")), (.note(""), .noteChanged("")), (.save, .save),
      (.cancel, .cancel),
    ] as [(Command, Detail.Action)])
  func detail(_ command: Command, _ action: Detail.Action) throws {
    var state = Todos.State.three
    state.detail = Detail.State(draft: state.rows[1].item)
    #expect(try command.action(in: state) == .detail(.presented(action)))
  }

  @Test(
    "needs a detail for its commands",
    arguments: [(.title("Jam"), .title), (.note(""), .note), (.save, .save), (.cancel, .cancel)]
      as [(Command, CommandName)])
  func noDetail(_ command: Command, _ name: CommandName) {
    let error = #expect(throws: CommandError.self) { try command.action(in: .three) }
    #expect(
      error?.message == "'\(name.rawValue)' needs an open detail; open one with: detail N")
  }

  @Test(
    "needs a row with the number",
    arguments: [
      .complete(0), .undo(4), .toggle(-1), .edit(4, title: "Jam"), .remove(Int.min),
      .move(4, to: 1), .move(1, to: 4), .remind(Int.max, after: .seconds(1)), .detail(0),
    ] as [Command])
  func noRow(_ command: Command) {
    #expect(throws: CommandError.self) { try command.action(in: .three) }
  }

  @Test("is told which numbers there are")
  func numbers() {
    #expect(
      CommandError.noRow(4, count: 3).message == "there is no todo 4: the numbers are 1 to 3")
    #expect(CommandError.noRow(1, count: 0).message == "there is no todo 1: the list is empty")
  }
}
