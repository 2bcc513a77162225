import TestSupport
import Testing

@Suite("Without a terminal")
struct PipedTests {
  @Test("a line for each change, the count last; nothing after q counts, nor do unknown keys")
  func lines() throws {
    let run = try PipedResult(input: "++-q")
    #expect(run.lines == ["count: 1", "count: 2", "count: 1"])
    #expect(run.errors == "")
    #expect(run.ending == .exited(0))
    #expect(try PipedResult(input: "").lines == ["count: 0"])
    #expect(
      try PipedResult(["--fullscreen"], input: "x\n\u{1B}[A\u{1A}\u{1B}[200~+\u{1B}[201~ktltq+")
        .lines == ["count: 1", "timer: on, 0 ticks", "log: hidden", "timer: off", "count: 1"])
  }

  @Test("the end of input ends the timer, lets a fact come first, and no more with --no-wait")
  func endOfInput() throws {
    let server = try FactServer(.response(status: "200 OK", body: []))
    defer { server.stop() }
    #expect(
      try PipedResult(["--facts", server.url], input: "+tf").lines.filter { !$0.contains("tick") }
        == ["count: 1", "fact: loading", "fact: asked for /1", "count: 1"])
    #expect(
      try PipedResult(["--no-wait"], input: "ft").lines == [
        "fact: loading", "timer: on, 0 ticks", "fact: none", "timer: off", "count: 0",
      ])
  }

  @Test("u undoes, Ctrl-R redoes, any other key goes on from there, and c and Esc cancel")
  func undo() throws {
    #expect(
      try PipedResult(input: "+++uu\u{12}+u").lines.map { $0.dropFirst("count: ".count) } == [
        "1", "2", "3", "2", "1", "2", "3", "2",
      ])
    for (key, end) in [("u", "none"), ("c", "cancelled"), ("\u{1B}", "cancelled")] {
      let lines = try PipedResult(input: "f\(key)").lines
      #expect(lines == ["fact: loading", "fact: \(end)", "count: 0"])
    }
  }

  @Test("a reader that goes away ends it quietly, and a full disk with a reason")
  func output() throws {
    // The input stays open: the end must come from the output.
    let run = try PipedRun("counter", typing: "+", isOutputRead: false)
    #expect(run.program.wait() == .exited(0))
    #expect(run.restOfErrors() == "")
    let result = try PipedResult("counter", in: Folder(), redirection: ">/dev/full")
    #expect(result.ending == .exited(74))
    #expect(result.errors == "counter: cannot write the output: No space left on device\n")
  }

  @Test("SIGUSR1 tells on standard error what runs and what was done, and changes nothing")
  func report() throws {
    let run = try PipedRun("counter", typing: "+t")
    #expect(run.see("count: 1\ntimer: on, 0 ticks\n"))
    run.program.send(SIGUSR1)
    #expect(
      run.seeErrors("0 effects in flight, 1 for subscriptions\neffect 1 \"timer\" (counter/Counter")
    )
    run.type("q")
    #expect(run.program.wait() == .exited(0))
    #expect(run.restOfOutput().hasSuffix("timer: off\ncount: 1\n"))
    #expect(run.restOfErrors().contains("\nactions: "))
  }

  @Test("a signal cancels what is in flight", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    let run = try PipedRun("counter", typing: "t")
    #expect(run.see("timer: on, 0 ticks\n"))
    run.program.send(signal)
    #expect(run.program.wait() == .exited(128 + signal))
    #expect(run.restOfOutput().hasSuffix("timer: off\ncount: 0\n"))
  }

  @Test("a wrong option is named on standard error, and --version prints nothing else")
  func commandLine() throws {
    let wrong = try PipedResult(["--plian"])
    #expect(wrong.errors == "counter: unknown option '--plian'; did you mean '--plain'?\n")
    #expect(wrong.output == "" && wrong.ending == .exited(64))
    let version = try PipedResult(["--version"])
    #expect(version.output == "counter 0.1.0\n" && version.ending == .exited(0))
  }
}
