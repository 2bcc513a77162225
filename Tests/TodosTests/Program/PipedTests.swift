import Foundation
import TestSupport
import Testing

@Suite("Without a terminal")
struct PipedTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("the list is printed at the end, and is there again in the next run")
  func example() throws {
    let first = try PipedResult(input: "add Milk\nadd Bread\ndone 1\n", in: folder)
    #expect(first.lines == ["1. [x] Milk", "2. [ ] Bread", "1 active, 1 completed"])
    #expect(first.errorLines == [])
    #expect(first.ending == .exited(0))
    let second = try PipedResult(input: "move 2 1\nquit\nclear\n", in: folder)
    #expect(second.lines == ["1. [ ] Bread", "2. [x] Milk", "1 active, 1 completed"])
    #expect(try PipedResult(input: "", in: folder).lines == second.lines)
    #expect(try folder.names == ["todos.json"])
  }

  @Test("nothing is saved where nothing has changed")
  func nothing() throws {
    let result = try PipedResult(input: "", in: folder)
    #expect(result.lines == ["0 active, 0 completed"])
    #expect(try folder.names == [])
  }

  @Test("the list is printed by show, and then not once more")
  func show() throws {
    let result = try PipedResult(input: "add Milk\nadd Tea\nshow\ndone 2\nshow active", in: folder)
    #expect(
      result.lines == [
        "1. [ ] Milk", "2. [ ] Tea", "2 active, 0 completed",
        "1. [ ] Milk", "1 active, 1 completed; only the active are shown",
      ])
  }

  @Test("a detail is edited, saved and closed")
  func detail() throws {
    let lines = ["add Milk", "detail 1", "title Oat milk", "note two litres", "save", "detail 1"]
    let result = try PipedResult(
      input: (lines + ["title Water", "cancel"]).joined(separator: "\n"), in: folder)
    #expect(result.lines == ["1. [ ] Oat milk", "   two litres", "1 active, 0 completed"])
    #expect(result.ending == .exited(0))
  }

  @Test("a wrong command is named with its line, the others are followed, and the status tells")
  func wrongCommand() throws {
    let result = try PipedResult(input: "add Milk\n\nadn Tea\ndone 2\ndone 1\n", in: folder)
    #expect(
      result.errorLines == [
        "todos: line 3: unknown command 'adn'; did you mean 'add'?",
        "todos: line 4: there is no todo 2: the numbers are 1 to 1",
      ])
    #expect(result.lines == ["1. [x] Milk", "0 active, 1 completed"])
    #expect(result.ending == .exited(65))
  }

  @Test("what another program changes is printed as it arrives, with the list, whose numbers hold")
  func outside() throws {
    _ = try PipedResult(input: "add Milk\n", in: folder)
    let run = try PipedRun(in: folder)
    run.type("show\n")
    #expect(run.see("1. [ ] Milk\n1 active, 0 completed\n"))
    _ = try PipedResult(input: "add Jam\nmove 2 1\n", in: folder)
    #expect(run.see("another program added: Jam\n"))
    // It may have printed the list before the move.
    #expect(run.seeLine("1. [ ] Jam"))
    #expect(run.see("2. [ ] Milk\n2 active, 0 completed\n"))
    run.type("remove 2\n")
    run.endInput()
    #expect(run.restOfOutput() == "1. [ ] Jam\n1 active, 0 completed\n")
    #expect(run.program.wait() == .exited(0))
  }

  @Test("a reader that goes away is missed quietly, and every command is followed")
  func closedOutput() throws {
    let run = try PipedRun(typing: "add Milk\nshow\n", in: folder)
    #expect(run.see("1. [ ] Milk\n"))
    run.closeOutput()
    run.type("add Tea\nshow\nadd Bread\n")
    run.endInput()
    #expect(run.program.wait() == .exited(0))
    #expect(run.restOfErrors() == "")
    #expect(try PipedResult(input: "", in: folder).lines.last == "3 active, 0 completed")
  }

  @Test("a byte order mark is no part of a command")
  func byteOrderMark() throws {
    let result = try PipedResult(input: "\u{FEFF}add Milk\n\u{FEFF}done 1", in: folder)
    #expect(result.lines == ["1. [x] Milk", "0 active, 1 completed"])
    #expect(result.errorLines == [])
  }

  @Test("SIGUSR1 tells on standard error what was done, and does not end it")
  func report() throws {
    let run = try PipedRun(in: folder)
    run.type("add Milk\nshow\n")
    #expect(run.see("1. [ ] Milk\n1 active, 0 completed\n"))
    run.program.send(SIGUSR1)
    #expect(run.seeErrors("0 effects in flight, 1 for subscriptions\neffect 1 \"shared.items\" "))
    run.endInput()
    #expect(run.program.wait() == .exited(0))
    #expect(run.restOfErrors().contains("\nactions: 1 reduced"))
  }

  @Test("a signal saves what is not saved yet", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    let run = try PipedRun(in: folder)
    run.type("add Milk\nshow\n")
    #expect(run.see("1. [ ] Milk\n1 active, 0 completed\n"))
    run.program.send(signal)
    #expect(run.program.wait() == .exited(128 + signal))
    #expect(try folder.text(of: "todos.json").contains("Milk"))
  }
}
