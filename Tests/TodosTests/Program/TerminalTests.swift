import Foundation
import Glibc
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
    #expect(run.see("todos> "))
    run.type("add Milk\n")
    #expect(run.see("1. [ ] Milk\r\n"))
    #expect(run.see("\u{1B}[2m1 active, 0 completed\u{1B}[m\r\ntodos> "))
    run.type("done 1\n")
    #expect(run.see("\u{1B}[2m1. [x] Milk\u{1B}[m\r\n"))
    run.type("detail 1\n")
    #expect(run.see("detail> "))
    run.type("cancel\n")
    #expect(run.see("todos> "))
    run.type("quit\n")
    #expect(run.program.wait() == 0)
  }

  @Test("a wrong command is told without a line number, and is no reason for a status")
  func wrongCommand() throws {
    let run = try TerminalRun(in: folder)
    run.type("dnoe\n")
    #expect(run.see("todos: unknown command 'dnoe'; did you mean 'done'?\r\ntodos> "))
    // The end of input, as Ctrl-D has it.
    run.type("\u{4}")
    #expect(run.program.wait() == 0)
  }

  @Test("a reminder comes on a line of its own, and the prompt comes again")
  func reminder() throws {
    let run = try TerminalRun(in: folder)
    run.type("add Milk\nremind 1 1\n")
    #expect(run.see("todos> \r\n\u{1B}[1mreminder: Milk\u{1B}[m\r\ntodos> "))
    run.type("quit\n")
    #expect(run.program.wait() == 0)
  }

  @Test(
    "there is no colour if the environment forbids it",
    arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func noColour(_ environment: [String: String]) throws {
    let run = try TerminalRun(in: folder, environment: environment)
    run.type("add Milk\ndone 1\nquit\n")
    #expect(run.see("0 active, 1 completed\r\ntodos> "))
    #expect(run.program.wait() == 0)
    #expect(!run.text.contains("\u{1B}"))
  }
}

/// The program on a pseudo-terminal.
private final class TerminalRun {
  let program: Program
  private let ours: FileHandle
  /// All that was written so far.
  private(set) var text = ""
  private var unseen = ""

  init(in folder: Folder, environment: [String: String] = [:]) throws {
    var ends: (Int32, Int32) = (-1, -1)
    guard unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0 else { throw POSIXError(.EMFILE) }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    ours = FileHandle(fileDescriptor: ends.0, closeOnDealloc: true)
    let terminal = FileHandle(fileDescriptor: ends.1, closeOnDealloc: true)
    program = try Program(
      [], in: folder, ends: Program.Ends(input: terminal, output: terminal, errors: terminal),
      environment: environment)
    try terminal.close()
  }

  func type(_ text: String) {
    ours.write(Data(text.utf8))
  }

  /// Reads until the text has come; false if the program ended before.
  func see(_ expected: String) -> Bool {
    while true {
      if let range = unseen.range(of: expected) {
        unseen.removeSubrange(..<range.upperBound)
        return true
      }
      let bytes = ours.availableData
      if bytes.isEmpty { return false }
      let new = String(decoding: bytes, as: UTF8.self)
      text += new
      unseen += new
    }
  }
}
