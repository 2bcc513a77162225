import TestSupport
import Testing

@Suite("Without a terminal")
struct PipedTests {
  @Test("the example ends with its count on the last line and status 0")
  func example() throws {
    let run = try PipedResult(input: "++-q")
    #expect(run.lines == ["count: 1", "count: 2", "count: 1"])
    #expect(run.errors == "")
    #expect(run.ending == .exited(0))
  }

  @Test("nothing after q counts, nor do unknown keys, escape sequences, pastes and Ctrl-Z")
  func ignored() throws {
    let run = try PipedResult(input: "x\n\u{1B}[A\u{1B}OA\u{1A}\u{1B}[200~+++\u{1B}[201~+q+++")
    #expect(run.lines == ["count: 1"])
    #expect(run.ending == .exited(0))
  }

  @Test("the last line is the count, whatever came before")
  func lastLine() throws {
    #expect(try PipedResult(input: "").lines == ["count: 0"])
    #expect(
      try PipedResult(input: "kkjtltq").lines == [
        "count: 1", "count: 2", "count: 1", "timer: on, 0 ticks", "log: hidden", "timer: off",
        "count: 1",
      ])
    #expect(try PipedResult(input: "+tr").lines.suffix(2) == ["timer: off", "count: 0"])
  }

  @Test("the end of input lets effects finish", arguments: [[], ["--wait"]])
  func wait(_ options: [String]) throws {
    let run = try PipedResult(options, input: "+++f")
    #expect(
      run.lines.dropFirst(3) == [
        "fact: loading", "fact: 3 is odd and prime; 11 in binary", "count: 3",
      ])
    #expect(run.ending == .exited(0))
  }

  @Test("the end of input ends the timer, which the state declares, and waits for a fact beside it")
  func endsTimer() throws {
    #expect(try PipedResult(input: "t+").lines == ["timer: on, 0 ticks", "count: 1"])
    let run = try PipedResult(input: "tf")
    #expect(
      run.lines == [
        "timer: on, 0 ticks", "fact: loading", "fact: 0 is even and the square of 0", "count: 0",
      ])
    #expect(run.ending == .exited(0))
  }

  @Test("--no-wait cancels them, the endless timer, too")
  func noWait() throws {
    let run = try PipedResult(["--no-wait"], input: "ft")
    #expect(
      run.lines == [
        "fact: loading", "timer: on, 0 ticks", "fact: none", "timer: off", "count: 0",
      ])
    #expect(run.ending == .exited(0))
  }

  @Test("c and Esc cancel", arguments: ["c", "\u{1B}"])
  func cancel(_ key: String) throws {
    let run = try PipedResult(input: "f\(key)")
    #expect(run.lines == ["fact: loading", "fact: cancelled", "count: 0"])
  }

  @Test("there are no escape codes")
  func noCodes() throws {
    #expect(try !PipedResult(["--fullscreen"], input: "+f?ltq").output.contains("\u{1B}"))
  }

  @Test("a reader that goes away ends it quietly", arguments: ["", "+"])
  func closedOutput(_ key: String) throws {
    // The input stays open: the end must come from the output.
    let run = try PipedRun("counter", typing: key, isOutputRead: false)
    #expect(run.program.wait() == .exited(0))
    #expect(run.restOfErrors() == "")
  }

  @Test("an output that takes nothing is an error with a reason")
  func fullDevice() throws {
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
      run.seeErrors("0 effects in flight, 1 of subscriptions\neffect 1 \"timer\" (counter/Counter"))
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
    #expect(run.restOfOutput() == "timer: off\ncount: 0\n")
  }
}

@Suite("The command line")
struct CommandLineTests {
  @Test("an unknown option is named on standard error, with the nearest, and status 64")
  func unknownOption() throws {
    let run = try PipedResult(["--plian"])
    #expect(run.errors == "counter: unknown option '--plian'; did you mean '--plain'?\n")
    #expect(run.output == "")
    #expect(run.ending == .exited(64))
  }

  @Test("--version and --help print a text and nothing else")
  func texts() throws {
    let version = try PipedResult(["--version"])
    #expect(version.output == "counter 0.1.0\n" && version.ending == .exited(0))
    let help = try PipedResult(["--help"])
    #expect(help.output.hasPrefix("A counter that shows") && help.ending == .exited(0))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(help.errors + version.errors == "")
  }
}
