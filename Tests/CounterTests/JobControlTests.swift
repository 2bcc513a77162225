import TestSupport
import Testing

@Suite("As a job of a shell")
struct JobControlTests {
  @Test("it stops again in the background, leaves the prompt alone, and draws anew in front")
  func background() throws {
    let shell = try Self.shell()
    shell.type("counter\n")
    shell.see("q quit")
    shell.type("t+")
    shell.see("count: 1")
    shell.type("\u{1A}")
    shell.seeNext("Stopped")
    shell.type("bg\n")
    shell.seeNext("Stopped")
    // What is typed goes to the shell, with the modes that the shell has set.
    shell.type("echo $((40 + 2))\n")
    shell.seeNext("42")
    #expect(shell.modes.fields == shell.modesBefore.fields)
    #expect(!shell.screen.text.contains("count:") && shell.screen.isCursorVisible)

    shell.type("fg\n")
    shell.see("count: 1")
    shell.type("+")
    shell.see("count: 2")
    shell.type("q")
    shell.seeNext("count: 2  (")
    shell.type("exit\n")
    #expect(shell.finish() == .exited(0))
  }

  @Test("it can be started in the background, and takes the terminal in front")
  func startedInBackground() throws {
    let shell = try Self.shell()
    shell.type("counter &\n")
    shell.seeNext("Stopped")
    #expect(!shell.text.contains("count:"))
    shell.type("fg\n")
    shell.see("count: 0")
    shell.type("q")
    shell.seeNext("count: 0")
    shell.type("exit\n")
    #expect(shell.finish() == .exited(0))
  }

  @Test("a stopped one ends when it is told to", arguments: [true, false])
  func ended(wasContinued: Bool) throws {
    let shell = try Self.shell()
    shell.type("counter\n")
    shell.see("q quit")
    shell.type("\u{1A}")
    shell.seeNext("Stopped")
    if wasContinued {
      shell.type("bg\n")
      shell.seeNext("Stopped")
    }
    shell.type("kill %1\n")
    shell.seeNext("Exit 143")
    shell.type("exit\n")
    #expect(shell.finish() == .exited(0))
  }
}

// MARK: - Fixtures

extension JobControlTests {
  /// A shell that tells at once when a job stops or ends.
  private static func shell() throws -> TerminalRun {
    try TerminalRun(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-bi"], shows: "$",
      ownsTerminal: true,
      environment: ["PS1": "$ ", "PATH": "\(Program.folder):/usr/bin:/bin"])
  }
}
