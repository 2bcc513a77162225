import Foundation
import TestSupport
import Testing

@Suite("On a terminal")
struct TerminalTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("keys change the list, which is shown around the selected row and kept")
  func keys() throws {
    let run = try TerminalRun(in: folder)
    for title in ["Milk", "Bread", "Tea"] { run.type("a\(title)\r") }
    run.see("> 1. [ ] Milk\n  2. [ ] Bread\n  3. [ ] Tea\n3 active, 0 completed")
    run.type("j ")
    run.see("> 2. [x] Bread")
    run.type("\u{1B}[F")
    run.see("> 3. [ ] Tea")
    run.type("e!\r")
    run.see("> 3. [ ] Tea!")
    run.type("m1\r\u{1B}[H")
    run.see("> 1. [ ] Tea!\n  2. [ ] Milk\n  3. [x] Bread")
    run.type("d")
    run.see("> 1. [ ] Milk\n  2. [x] Bread\n1 active, 1 completed")
    run.type("f")
    run.see("> 1. [ ] Milk\n1 active, 1 completed; only the active are shown")
    run.type("c")
    run.see("1 active, 0 completed; only the active")
    run.type("?")
    run.see("detail: t title, n note, s save, Esc cancel")
    run.type("qq")
    #expect(run.finish() == .exited(0))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.unknown == [] && run.screen.wraps == 0)
    #expect(run.screen.text == "before\n1 active, 0 completed; only the active are shown")
    let next = try PipedResult(input: "", in: folder)
    #expect(next.lines == ["1. [ ] Milk", "1 active, 0 completed"])
  }

  @Test("a detail is changed as a draft, which is saved or forgotten")
  func detail() throws {
    _ = try PipedResult(input: "add Milk\n", in: folder)
    let run = try TerminalRun(in: folder)
    run.type("\r")
    run.see("detail of 1\n  title: Milk\n  note:\nt title  n note")
    run.type("noat\rt and tea\r")
    run.see("  title: Milk and tea\n  note:  oat")
    run.type("s")
    run.see("> 1. [ ] Milk and tea  oat\n1 active")
    run.type("\rtx\r")
    run.see("  title: Milk and teax")
    run.type("\u{1B}")
    run.see("> 1. [ ] Milk and tea  oat\n1 active, 0 completed\nspace done")
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
  }

  @Test("a wrong command is told and can be mended, or is forgotten, and is no reason for a status")
  func wrongCommand() throws {
    let run = try TerminalRun(in: folder)
    run.type(":dnoe\r")
    run.see("unknown command 'dnoe'; did you mean 'done'?\n> dnoe_")
    run.type("\u{15}add Milk\r")
    run.see("> 1. [ ] Milk\n1 active, 0 completed\nspace done")
    run.type(":remove 2\r")
    run.see("there is no todo 2: the numbers are 1 to 1")
    run.type("\u{1B}")
    run.see("1 active, 0 completed\nspace done")
    run.type(":quit\r")
    #expect(run.finish() == .exited(0))
  }

  @Test("a paste that stalls is no keys, and what is typed after its end is")
  func stalledPaste() throws {
    let run = try TerminalRun(in: folder)
    run.type("aMilk\ra\u{1B}[200~Te")
    run.see("> add Te_")
    run.type("a\rd\u{1B}[201~!\r")
    run.see("> 1. [ ] Milk\n  2. [ ] Te!\n")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test("a long list moves with the selection, by rows, pages, and to its ends")
  func longList() throws {
    let input = (1...30).map { "add Row \($0)\n" }.joined()
    _ = try PipedResult(input: input, in: folder)
    let run = try TerminalRun(rows: 8, in: folder)
    run.see("> 1. [ ] Row 1\n")
    run.type("\u{1B}[6~")
    run.see("> 11. [ ] Row 11\n  12. [ ] Row 12\n")
    run.type("\u{1B}[F")
    run.see("  29. [ ] Row 29\n> 30. [ ] Row 30\n30 active")
    run.type("\u{1B}[5~k")
    run.see("> 19. [ ] Row 19")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test("it ends with 129 when the terminal goes away", arguments: [true, false])
  func hangUp(ownsTerminal: Bool) throws {
    let run = try TerminalRun("todos", shows: "q quit", ownsTerminal: ownsTerminal, in: folder)
    run.hangUp()
    #expect(run.program.wait() == .exited(129))
  }

  @Test(
    "a reminder is shown, and those on their way are no reason to wait", .enabled(if: Deep.isFull))
  func reminder() throws {
    let run = try TerminalRun(in: folder)
    run.type("aMilk\rr1\r")
    run.see("> 1. [ ] Milk (reminder set)")
    run.see("reminder: Milk")
    run.type("r9\r")
    run.see("> 1. [ ] Milk (reminder set)")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test("what another program changes is shown, and what goes wrong with the file")
  func outside() throws {
    _ = try PipedResult(input: "add Milk\nadd Tea\n", in: folder)
    let run = try TerminalRun(in: folder)
    run.type("\r")
    run.see("detail of 1")
    _ = try PipedResult(input: "remove 1\n", in: folder)
    run.see("> 1. [ ] Tea\n1 active, 0 completed\nspace done")
    run.type("e")
    _ = try PipedResult(input: "add Milk\nmove 2 1\n", in: folder)
    run.see("another program has changed the list, and maybe its numbers\n> edit 1 Tea_")
    run.type("\u{1B}")
    run.see("  1. [ ] Milk\n> 2. [ ] Tea\n2 active, 0 completed\nspace done")
    try folder.write("[", to: "todos.json")
    run.see("cannot read todos.json")
    run.type("q")
    #expect(run.finish() == .exited(74))
  }

  @Test("a command that begins with a row is for that row, wherever another program moves it")
  func movedRow() throws {
    _ = try PipedResult(input: "add Milk\nadd Tea\n", in: folder)
    let run = try TerminalRun(in: folder)
    run.type("e")
    run.see("> edit 1 Milk_")
    _ = try PipedResult(input: "move 2 1\n", in: folder)
    run.see("  1. [ ] Tea\n> 2. [ ] Milk\n")
    run.type("!\r")
    run.see("  1. [ ] Tea\n> 2. [ ] Milk!\n")
    run.type("kr9")
    run.see("> remind 1 9_")
    _ = try PipedResult(input: "remove 1\n", in: folder)
    run.see("> 1. [ ] Milk!\n1 active")
    run.type("\r")
    run.see("another program has removed todo 1\n> remind 1 9_")
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
  }

  @Test("commands are read, and the list is printed after each, where nothing is drawn")
  func plain() throws {
    _ = try PipedResult(input: "add Milk\n", in: folder)
    let run = try TerminalRun(
      "todos", ["--plain"], shows: "The list is in todos.json; 'help' lists the commands.",
      in: folder)
    run.type("show\n")
    run.seeNext("1. [ ] Milk\r\n1 active, 0 completed\r\n")
    run.type("edit 1 \u{1B}[DMilk\u{1B}OA\u{1}\n")
    run.seeNext("1. [ ] Milk\r\n1 active, 0 completed\r\n")
    run.type("dnoe\n")
    run.seeNext("todos: unknown command 'dnoe'; did you mean 'done'?\r\n")
    _ = try PipedResult(input: "add Tea\n", in: folder)
    run.seeNext("another program added: Tea\r\n1. [ ] Milk\r\n2. [ ] Tea\r\n")
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
  }
}
