import Foundation
import TestSupport
import Testing

@Suite("On a terminal")
struct TerminalTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("the list is printed after each command, below a prompt, with colour")
  func session() throws {
    let run = try TerminalRun(in: folder)
    run.seeNext("The list is in todos.json; 'help' lists the commands.\r\n")
    run.seeNext("todos> ")
    run.type("add Milk\n")
    run.seeNext("1. [ ] Milk\r\n")
    run.seeNext("\u{1B}[2m1 active, 0 completed\u{1B}[m\r\ntodos> ")
    run.type("done 1\n")
    run.seeNext("\u{1B}[2m1. [x] Milk\u{1B}[m\r\n")
    run.type("detail 1\n")
    run.seeNext("detail> ")
    run.type("cancel\n")
    run.seeNext("todos> ")
    run.type("quit\n")
    #expect(run.finish() == .exited(0))
  }

  @Test("a line is edited at its cursor, with the keys of every text field")
  func editing() throws {
    let run = try TerminalRun(in: folder)
    run.type("add Mlk\u{1B}[D\u{1B}[Di\u{1B}[Hx\u{7F}\u{1B}[F!\n")
    run.seeNext("1. [ ] Milk!\r\n")
    run.type("add Te")
    run.seeNext("todos> add Te")
    run.program.send(SIGTSTP)
    #expect(run.program.waitForStop())
    #expect(run.modes.fields == run.modesBefore.fields)
    run.program.send(SIGCONT)
    run.seeNext("todos> add Te")
    run.type("a\n")
    run.seeNext("2. [ ] Tea\r\n")
    // Where there is something to delete, it is not the end of input.
    run.type("q\u{1B}[D\u{4}\u{4}")
    #expect(run.finish() == .exited(0))
    #expect(run.modes.fields == run.modesBefore.fields)
  }

  @Test("a wrong command is told without a line number, and is no reason for a status")
  func wrongCommand() throws {
    let run = try TerminalRun(in: folder)
    run.type("dnoe\n")
    run.seeNext("todos: unknown command 'dnoe'; did you mean 'done'?\r\ntodos> ")
    // The end of input, as Ctrl-D has it.
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
  }

  @Test("it ends with 129 when the terminal goes away", arguments: [true, false])
  func hangUp(ownsTerminal: Bool) throws {
    let run = try TerminalRun("todos", shows: "todos>", ownsTerminal: ownsTerminal, in: folder)
    run.hangUp()
    #expect(run.program.wait() == .exited(129))
  }

  @Test("the prompt comes again when the program goes on after a stop")
  func goesOn() throws {
    let run = try TerminalRun(in: folder)
    run.seeNext("todos> ")
    run.program.send(SIGSTOP)
    #expect(run.program.waitForStop())
    run.program.send(SIGCONT)
    run.seeNext("todos> ")
    run.type("q\n")
    #expect(run.finish() == .exited(0))
  }

  @Test(
    "a reminder comes on a line of its own, and the prompt comes again",
    .enabled(if: Deep.isFull))
  func reminder() throws {
    let run = try TerminalRun(in: folder)
    run.type("add Milk\nremind 1 1\n")
    run.seeNext("todos> \r\n\u{1B}[1mreminder: Milk\u{1B}[m\r\ntodos> ")
    run.type("quit\n")
    #expect(run.finish() == .exited(0))
  }

  @Test("what another program changes comes above the prompt, which is that of the state")
  func outside() throws {
    _ = try PipedResult(input: "add Milk\nadd Tea\n", in: folder)
    let run = try TerminalRun(in: folder)
    run.type("detail 1\n")
    run.seeNext("detail> ")
    _ = try PipedResult(input: "remove 1\n", in: folder)
    run.seeNext("\r\nanother program removed: Milk\r\n1. [ ] Tea\r\n")
    run.seeNext("\u{1B}[2m1 active, 0 completed\u{1B}[m\r\ntodos> ")
    run.type("quit\n")
    #expect(run.finish() == .exited(0))
  }
}
