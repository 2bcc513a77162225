import Testing

@testable import todos

@Suite("A line of input")
struct CommandTests {
  @Test(
    "is a command with its arguments",
    arguments: [
      ("add Milk", .add(title: "Milk")), ("done 1", .complete(1)), ("undo 12", .undo(12)),
      ("toggle 3", .toggle(3)), ("edit 2 Rye bread", .edit(2, title: "Rye bread")),
      ("remove 4", .remove(4)), ("move 1 3", .move(1, to: 3)),
      ("remind 1 90", .remind(1, after: .seconds(90))), ("clear", .clear), ("show", .show(nil)),
      ("show all", .show(.all)), ("show active", .show(.active)),
      ("show completed", .show(.completed)), ("detail 2", .detail(2)),
      ("title Rye bread", .title("Rye bread")), ("note two loaves", .note("two loaves")),
      ("note", .note("")), ("save", .save), ("cancel", .cancel), ("help", .help),
      ("quit", .quit),
    ] as [(String, Command)])
  func commands(_ line: String, _ command: Command) throws {
    #expect(try Command.parse(line) == command)
  }

  @Test("may have white space around every part; that within a text is kept")
  func whiteSpace() throws {
    #expect(try Command.parse("\t add   Milk  and tea \t") == .add(title: "Milk  and tea"))
    #expect(try Command.parse(" edit  2\tRye bread ") == .edit(2, title: "Rye bread"))
    #expect(try Command.parse("move 1   2 ") == .move(1, to: 2))
  }

  @Test("is nothing if there is nothing in it", arguments: ["", " ", "\t  "])
  func empty(_ line: String) throws {
    #expect(try Command.parse(line) == nil)
  }

  @Test(
    "with wrong arguments is told how the command is written",
    arguments: [
      ("add", .add), ("add  ", .add), ("done", .done), ("done x", .done), ("done 1 2", .done),
      ("done 1.5", .done), ("done +1", .done), ("done 99999999999999999999", .done),
      ("undo one", .undo), ("toggle ", .toggle), ("edit 2", .edit), ("edit Milk", .edit),
      ("remove all", .remove), ("move 1", .move), ("move 1 2 3", .move), ("move a b", .move),
      ("remind 1", .remind), ("remind 1 0", .remind), ("remind 1 -5", .remind),
      ("remind 1 31622401", .remind), ("clear all", .clear), ("show done", .show),
      ("detail", .detail), ("title", .title), ("save it", .save), ("cancel 1", .cancel),
      ("help add", .help), ("quit now", .quit),
    ] as [(String, CommandName)])
  func wrongArguments(_ line: String, _ name: CommandName) {
    #expect(throws: CommandError.usage(name)) { try Command.parse(line) }
  }

  @Test("can ask for a reminder in a year at the latest")
  func longestReminder() throws {
    #expect(try Command.parse("remind 1 31622400") == .remind(1, after: .seconds(31_622_400)))
  }

  @Test(
    "that begins with an unknown word gets the nearest command suggested",
    arguments: [
      ("ad Milk", "unknown command 'ad'; did you mean 'add'?"),
      ("dnoe 1", "unknown command 'dnoe'; did you mean 'done'?"),
      ("details 1", "unknown command 'details'; did you mean 'detail'?"),
      ("exit", "unknown command 'exit'; did you mean 'edit'?"),
      ("HELP", "unknown command 'HELP'; did you mean 'help'?"),
      ("shwo active", "unknown command 'shwo'; did you mean 'show'?"),
      ("\u{1B}[31m 1", "unknown command ' [31m'; did you mean 'add'?"),
    ])
  func unknown(_ line: String, _ message: String) {
    let error = #expect(throws: CommandError.self) { try Command.parse(line) }
    #expect(error?.message == message)
  }
}

@Suite("A command")
struct CommandNameTests {
  @Test("is written as in its usage", arguments: CommandName.allCases)
  func usage(_ name: CommandName) {
    #expect(name.usage.hasPrefix(name.rawValue))
    #expect(
      CommandError.usage(name).message == "'\(name.rawValue)' is written as: \(name.usage)")
  }

  @Test("is explained in the help, every one", arguments: CommandName.allCases)
  func help(_ name: CommandName) {
    #expect(HelpText.commands.contains { $0.hasPrefix("  \(name.usage)  ") })
    #expect(HelpText.help.contains("  \(name.usage)  "))
  }
}
