import TestSupport
import Testing

@Suite("On a terminal")
struct TerminalTests {
  @Test("the keys do what the help says, and a fact is shown with where it came from")
  func keys() throws {
    let server = try FactServer(.response(status: "200 OK", body: []))
    defer { server.stop() }
    let run = try TerminalRun(["--facts", server.url], before: "one\r\n$ counter &")
    #expect(run.screen.lines.prefix(2) == ["one", "$ counter &"])
    run.type("+k+-j")
    run.see("key    down     count: 2 -> 1")
    run.type("xyz\r\u{1B}[A\u{1B}OB\u{1B}[200~+++\u{1B}[201~é")
    run.type("f")
    run.see("fact   answer   fact: loading -> asked for /1")
    run.type("t")
    run.see("in flight: timer")
    run.type("r")
    run.see("timer: off")
    run.type("l")
    run.wait("to hide the log") { !$0.text.contains("key    ") }
    run.type("?")
    run.see("c or Esc   cancel the fact")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(
      run.screen.text.hasPrefix(
        "one\n$ counter &\ncount: 0  (1 effect finished, 1 cancelled"))
  }

  @Test("SIGUSR1 tells above the counter what runs and what was done")
  func report() throws {
    let run = try TerminalRun()
    run.type("+t")
    run.see("in flight: timer")
    run.program.send(SIGUSR1)
    run.see("0 effects in flight, 1 for subscriptions")
    run.see("effects: 1 started, 0 finished, 0 cancelled, 1 live")
    run.type("+")
    run.see("count: 2")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect((run.screen.history + run.screen.lines).first == "before")
    #expect(!run.screen.text.contains("\n+\n"), "A key was echoed while the report was written.")
  }

  @Test("it draws at the new size after a resize, and no line wraps", arguments: modes)
  func resize(_ options: [String]) throws {
    // Its own terminal, so that the kernel sends it SIGWINCH.
    let run = try TerminalRun(options, ownsTerminal: true)
    run.resize(columns: 30, rows: 8)
    run.see("+ up  - down  ? help  q quit")
    #expect(run.screen.lines.allSatisfy { $0.count <= 30 })
    #expect(run.screen.lines.count { !$0.isEmpty } <= 8)
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test(
    "Ctrl-Z and SIGTSTP give the terminal back, SIGCONT takes it again, also after a SIGSTOP",
    arguments: modes, [nil, SIGTSTP, SIGSTOP])
  func suspend(_ options: [String], _ signal: Int32?) throws {
    let run = try TerminalRun(options)
    if let signal { run.program.send(signal) } else { run.type("\u{1A}") }
    #expect(run.program.waitForStop())
    if signal == SIGSTOP {
      run.setModes(run.modesBefore)
    } else {
      run.wait("to turn its modes off") {
        $0.isCursorVisible && !$0.isPasteBracketed && !$0.isAlternate
      }
      #expect(run.modes.fields == run.modesBefore.fields)
      #expect(run.screen.text == "before")
    }
    run.program.send(SIGCONT)
    run.wait("to take over again") { $0.takeOvers >= 2 }
    run.type("+")
    run.see("count: 1")
    #expect(run.modes.fields != run.modesBefore.fields && !run.screen.isCursorVisible)
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.text.hasPrefix("before\ncount: 1"))
  }

  @Test(
    "it gives the terminal back as it was, whatever key or signal ends it",
    arguments: [
      ("q", 0, .exited(0)), ("", SIGTERM, .exited(143)), ("\u{3}", 0, .exited(130)),
      ("\u{3}\u{3}", 0, .exited(130)), ("", SIGINT, .exited(130)), ("\u{4}", 0, .exited(0)),
      ("", SIGHUP, .exited(129)), ("", SIGABRT, .killed(by: SIGABRT)),
    ].prefix(Deep.isFull ? 8 : 3) as ArraySlice<(String, Int32, Program.Ending)>, modes)
  func restores(way: (key: String, signal: Int32, ending: Program.Ending), _ options: [String])
    throws
  {
    let run = try TerminalRun(options)
    #expect(run.modes.fields != run.modesBefore.fields)
    #expect(run.screen.isPasteBracketed && !run.screen.isCursorVisible)
    #expect(run.screen.isAlternate == !options.isEmpty)
    run.type("t")
    run.see("in flight: timer")
    if way.key.isEmpty { run.program.send(way.signal) } else { run.type(way.key) }
    #expect(run.finish() == way.ending)
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(!run.screen.isPasteBracketed && run.screen.isCursorVisible && !run.screen.isAlternate)
    #expect(run.screen.unknown == [] && run.screen.wraps == 0)
    // With a second Ctrl-C, the effect may still be on its way out, and the summary says so.
    let summary = way.signal == SIGABRT ? "" : "\ncount: 0  (1 effect cancelled"
    #expect(run.screen.text.hasPrefix("before" + summary))
  }

  @Test("a signal ends it while the terminal has no room for its first bytes", arguments: signals)
  func fullTerminal(_ signal: Int32) throws {
    // The first bytes are a row of spaces, of which the terminal takes a part.
    let run = try TerminalRun("counter", shows: nil, columns: 60_000)
    run.seeNext("  ")
    run.program.send(signal)
    #expect(run.program.wait() == .exited(128 + signal))
    #expect(run.modes.fields == run.modesBefore.fields)
  }

  @Test("it ends when the terminal goes away", arguments: [true, false])
  func hangUp(ownsTerminal: Bool) throws {
    let run = try TerminalRun(ownsTerminal: ownsTerminal)
    run.hangUp()
    #expect(run.program.wait() == .exited(129))
  }

  @Test("it is a job of a shell, which stops again in the background and draws anew in front")
  func job() throws {
    let shell = try TerminalRun(
      "/bin/bash", ["--norc", "--noprofile", "--noediting", "-bi"], shows: "$",
      ownsTerminal: true,
      environment: ["PS1": "$ ", "PATH": "\(Program.folder):/usr/bin:/bin"])
    shell.type("counter &\n")
    shell.seeNext("Stopped")
    #expect(!shell.text.contains("count:"))
    shell.type("fg\n")
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
    shell.type("\u{1A}")
    shell.seeNext("Stopped")
    shell.type("kill %1\n")
    shell.seeNext("Exit 143")
    shell.type("exit\n")
    #expect(shell.finish() == .exited(0))
  }

  @Test(
    "it has no colour where that is not wanted, and no escape codes where nothing can be drawn",
    arguments: [
      ([], [:], true), (["--no-color"], [:], false), ([], ["NO_COLOR": "1"], false),
      (["--plain"], [:], nil), ([], ["TERM": "dumb"], nil),
    ] as [([String], [String: String], Bool?)])
  func colour(_ options: [String], _ environment: [String: String], _ isColoured: Bool?) throws {
    let run = try TerminalRun("counter", options, shows: nil, environment: environment)
    run.see(isColoured == nil ? "Type keys, then Enter; ? shows the keys." : "q quit")
    run.type("+\n")
    run.see("count: 1")
    if let isColoured {
      // What gives the terminal back resets the colours in any case.
      #expect(run.screen.hasUsedColour == isColoured)
    } else {
      #expect(!run.text.contains("\u{1B}"))
    }
    run.type("q\n")
    #expect(run.finish() == .exited(0))
  }

  @Test("an output that goes elsewhere leaves the hint to Enter on the terminal")
  func pipedOutput() throws {
    let counter = "\(Program.folder)/counter"
    let run = try TerminalRun(
      "/bin/sh", ["-c", #""$0" | cat >/dev/null"#, counter],
      shows: "Type keys, then Enter; ? shows the keys.")
    run.type("q\n")
    #expect(run.finish() == .exited(0))
  }

  private static let modes = [[], ["--fullscreen"]]
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
}
