import Console
import Testing

@testable import todos

@Suite("A line of input")
struct CommandTests {
  @Test(
    "is a command with its arguments",
    arguments: [
      ("add Milk", .init(name: .add, text: "Milk")), ("done 1", .init(name: .done, numbers: [1])),
      ("undo 12", .init(name: .undo, numbers: [12])),
      ("toggle 3", .init(name: .toggle, numbers: [3])),
      ("edit 2 Rye bread", .init(name: .edit, numbers: [2], text: "Rye bread")),
      ("remove 4", .init(name: .remove, numbers: [4])),
      ("move 1 3", .init(name: .move, numbers: [1, 3])),
      ("remind 1 90", .init(name: .remind, numbers: [1, 90])), ("clear", .init(name: .clear)),
      ("show", .init(name: .show)),
      ("show all", .init(name: .show, text: "all")),
      ("show active", .init(name: .show, text: "active")),
      ("show completed", .init(name: .show, text: "completed")),
      ("detail 2", .init(name: .detail, numbers: [2])),
      ("title Rye bread", .init(name: .title, text: "Rye bread")),
      ("note two loaves", .init(name: .note, text: "two loaves")),
      ("note", .init(name: .note)), ("save", .init(name: .save)), ("cancel", .init(name: .cancel)),
      ("help", .init(name: .help)),
      ("?", .init(name: .help)),
      ("quit", .init(name: .quit)),
      ("q", .init(name: .quit)),
      ("exit", .init(name: .quit)),
    ] as [(String, Command)])
  func commands(_ line: String, _ command: Command) throws {
    #expect(try Command.parse(line) == command)
  }

  @Test("may have white space around every part; that within a text is kept")
  func whiteSpace() throws {
    #expect(
      try Command.parse("\t add   Milk  and tea \t") == Command(name: .add, text: "Milk  and tea"))
    #expect(
      try Command.parse(" edit  2\tRye bread ")
        == Command(name: .edit, numbers: [2], text: "Rye bread"))
    #expect(try Command.parse("move 1   2 ") == Command(name: .move, numbers: [1, 2]))
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
    #expect(
      try Command.parse("remind 1 31622400") == Command(name: .remind, numbers: [1, 31_622_400]))
  }

  @Test(
    "that begins with an unknown word gets a near command suggested, if there is one",
    arguments: [
      ("ad Milk", "unknown command 'ad'; did you mean 'add'?"),
      ("dnoe 1", "unknown command 'dnoe'; did you mean 'done'?"),
      ("details 1", "unknown command 'details'; did you mean 'detail'?"),
      ("edot", "unknown command 'edot'; did you mean 'edit'?"),
      ("xyzzy", "unknown command 'xyzzy'; 'help' lists the commands"),
      ("HELP", "unknown command 'HELP'; did you mean 'help'?"),
      ("shwo active", "unknown command 'shwo'; did you mean 'show'?"),
      ("\u{1B}[31m 1", "unknown command ' [31m'; 'help' lists the commands"),
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
    #expect(CommandName.summaries.contains { $0.hasPrefix("  \(name.usage)  ") })
    #expect(program.help.contains("  \(name.usage)  "))
  }
}
