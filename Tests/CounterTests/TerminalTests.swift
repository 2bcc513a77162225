import TestSupport
import Testing

@Suite("On a terminal")
struct TerminalTests {
  @Test("the keys do what the help says")
  func keys() throws {
    let run = try TerminalRun()
    run.type("+k+-j")
    run.see("count: 1")
    run.type("xyz\r\u{1B}[A\u{1B}OB\u{1B}[200~+++\u{1B}[201~é")
    run.type("f")
    run.see("fact: asked about 1, waiting (c cancels)")
    run.type("c")
    run.see("fact: cancelled (f asks again)")
    run.type("t")
    run.see("timer: on, 1 tick")
    run.see("in flight: timer 1 s")
    run.type("r")
    run.see("count: 0")
    run.see("timer: off")
    run.type("l")
    run.wait("to hide the log") { !$0.text.contains("key    ") }
    run.type("?")
    run.see("c or Esc   cancel the fact")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(
      run.screen.text
        == "before\ncount: 0  (2 effects cancelled)")
  }

  @Test("SIGUSR1 tells above the counter what runs and what was done")
  func report() throws {
    let run = try TerminalRun()
    run.type("+t")
    run.see("timer: on, 1 tick")
    run.program.send(SIGUSR1)
    run.see("0 effects in flight, 1 of subscriptions")
    run.see("effects: 1 started, 0 finished, 0 failed, 0 cancelled, 1 live")
    run.type("+")
    run.see("count: 2")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect((run.screen.history + run.screen.lines).first == "before")
    #expect(!run.screen.text.contains("\n+\n"), "A key was echoed while the report was written.")
  }

  @Test("a fact is shown, and the log tells where it came from")
  func fact() throws {
    let run = try TerminalRun()
    run.type("+")
    run.see("key    up       count: 0 -> 1")
    run.type("f")
    run.see("fact: 1 is odd and the square of 1")
    run.see("fact   answer   fact: loading -> 1 is odd and the square of 1")
    run.see("in flight: nothing")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.screen.text == "before\ncount: 1  (1 effect finished)")
  }

  @Test("a lone Esc cancels, and a sequence that comes in pieces does not")
  func escape() throws {
    let server = try FactServer(.silence)
    defer { server.stop() }
    let run = try TerminalRun(["--facts", server.url])
    run.type("f")
    run.see("in flight: fact")
    run.type("\u{1B}")
    run.type("[")
    run.type("A+")
    run.see("count: 1")
    run.type("f")
    run.see("in flight: fact")
    run.type("\u{1B}")
    run.see("key    cancel   fact: loading -> cancelled")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test(
    "it draws at the new size after a resize, and no line wraps",
    arguments: [
      [], ["--fullscreen"],
    ])
  func resize(_ options: [String]) throws {
    // Its own terminal, so that the kernel sends it SIGWINCH.
    let run = try TerminalRun(options, ownsTerminal: true)
    run.resize(columns: 30, rows: 8)
    run.see("+ up  - down  ? help  q quit")
    #expect(run.screen.lines.allSatisfy { $0.count <= 30 })
    #expect(run.screen.lines.count { !$0.isEmpty } <= 8)
    run.resize(columns: 80, rows: 24)
    run.see("? help  q quit")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test(
    "Ctrl-Z and SIGTSTP give the terminal back, SIGCONT takes it again",
    arguments: [
      [], ["--fullscreen"],
    ], [true, false])
  func suspend(_ options: [String], _ byKey: Bool) throws {
    let run = try TerminalRun(options)
    run.type("+")
    run.see("count: 1")
    if byKey { run.type("\u{1A}") } else { run.program.send(SIGTSTP) }
    #expect(run.program.waitForStop())
    run.wait("to turn its modes off") {
      $0.isCursorVisible && !$0.isPasteBracketed && !$0.isAlternate
    }
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.text == "before")

    run.program.send(SIGCONT)
    run.see("count: 1")
    #expect(run.modes.fields != run.modesBefore.fields && !run.screen.isCursorVisible)
    run.type("+")
    run.see("count: 2")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.text.hasPrefix("before\ncount: 2"))
  }

  @Test("it goes on where a stop is refused, as without a shell")
  func refusedStop() throws {
    let run = try TerminalRun(ownsTerminal: true)
    run.type("\u{1A}")
    run.wait("to give the terminal back") { $0.isCursorVisible }
    run.see("count: 0")
    run.type("+")
    run.see("count: 1")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test(
    "it takes the terminal again after a stop that it could not see",
    arguments: [[], ["--fullscreen"]])
  func stoppedFromOutside(_ options: [String]) throws {
    let run = try TerminalRun(options)
    run.type("+")
    run.see("count: 1")
    run.program.send(SIGSTOP)
    #expect(run.program.waitForStop())
    run.setModes(run.modesBefore)
    run.program.send(SIGCONT)
    run.wait("to take over again") { $0.takeOvers == 2 }
    run.type("+")
    run.see("count: 2")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.text.hasPrefix("before\ncount: 2"))
  }

  @Test("it ends when the terminal goes away", arguments: [true, false])
  func hangUp(ownsTerminal: Bool) throws {
    let run = try TerminalRun(ownsTerminal: ownsTerminal)
    run.hangUp()
    #expect(run.program.wait() == .exited(129))
  }

  @Test(
    "there is no colour where it is not wanted",
    arguments: [
      ([], [:], true), (["--no-color"], [:], false), ([], ["NO_COLOR": "1"], false),
    ] as [([String], [String: String], Bool)])
  func colour(_ options: [String], _ environment: [String: String], _ isColoured: Bool) throws {
    let run = try TerminalRun(options, environment: environment)
    run.type("+")
    run.see("count: 1")
    // What gives the terminal back resets the colours in any case.
    #expect(run.screen.hasUsedColour == isColoured)
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test(
    "--plain leaves it alone, as do terminals that can only print",
    arguments: [(["--plain"], [:]), ([], ["TERM": "dumb"])] as [([String], [String: String])])
  func plain(_ options: [String], _ environment: [String: String]) throws {
    let run = try TerminalRun(
      "counter", options, shows: nil, environment: environment)
    run.see("Type keys, then Enter; ? shows the keys.")
    run.type("+\n")
    run.see("count: 1")
    #expect(run.modes.fields == run.modesBefore.fields)
    run.type("q\n")
    #expect(run.finish() == .exited(0))
    #expect(!String(decoding: run.written, as: UTF8.self).contains("\u{1B}"))
  }

  @Test("errors of facts are shown, and it goes on")
  func factErrors() throws {
    let server = try FactServer(.response(status: "404 Not Found", body: []))
    defer { server.stop() }
    let run = try TerminalRun(["--facts", server.url])
    run.type("f")
    run.see("fact: error: status 404 instead of 200 from the fact server")
    run.type("+")
    run.see("count: 1")
    run.type("q")
    #expect(run.finish() == .exited(0))

    let refused = try TerminalRun(["--facts", "http://127.0.0.1:\(FactServer.refusingPort())"])
    refused.type("f")
    refused.see("fact: error: the connection was refused, asking the fact server")
    refused.type("q")
    #expect(refused.finish() == .exited(0))
  }

  @Test("a fact that does not come is given up after the time limit, and it goes on")
  func factTimeOut() throws {
    let server = try FactServer(.silence)
    defer { server.stop() }
    let run = try TerminalRun(["--facts", server.url])
    run.type("f")
    run.see("in flight: fact 1 s")
    run.see("fact: error: no answer within 5 s from the fact server")
    run.type("+")
    run.see("count: 1")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }

  @Test("what was on the screen stays, a line without an end, too")
  func keepsScreen() throws {
    let run = try TerminalRun(before: "one\r\ntwo\r\n$ counter &")
    run.see("q quit")
    #expect(run.screen.lines.prefix(3) == ["one", "two", "$ counter &"])
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.screen.text.hasPrefix("one\ntwo\n$ counter &\ncount: 0"))
  }
}
