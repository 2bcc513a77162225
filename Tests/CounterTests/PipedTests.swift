import TestSupport
import Testing

@Suite("Without a terminal")
struct PipedTests {
  @Test("the example ends with its count on the last line and status 0")
  func example() throws {
    let run = try PipedRun(input: "++-q")
    #expect(run.lines == ["count: 1", "count: 2", "count: 1", ""])
    #expect(run.errors == "")
    #expect(run.ending == .exited(0))
  }

  @Test("nothing after q counts, nor do unknown keys, escape sequences, pastes and Ctrl-Z")
  func ignored() throws {
    let run = try PipedRun(input: "x\n\u{1B}[A\u{1B}OA\u{1A}\u{1B}[200~+++\u{1B}[201~+q+++")
    #expect(run.lines == ["count: 1", ""])
    #expect(run.ending == .exited(0))
  }

  @Test("the last line is the count, whatever came before")
  func lastLine() throws {
    #expect(try PipedRun(input: "").lines == ["count: 0", ""])
    #expect(
      try PipedRun(input: "kkjtltq").lines == [
        "count: 1", "count: 2", "count: 1", "timer: on, 0 ticks", "log: hidden", "timer: off",
        "count: 1", "",
      ])
    #expect(try PipedRun(input: "+tr").lines.suffix(3) == ["timer: off", "count: 0", ""])
  }

  @Test("the end of input lets effects finish", arguments: [[], ["--wait"]])
  func wait(_ options: [String]) throws {
    let run = try PipedRun(options, input: "+++f")
    #expect(
      run.lines.dropFirst(3) == [
        "fact: loading", "fact: 3 is odd and prime; 11 in binary", "count: 3", "",
      ])
    #expect(run.ending == .exited(0))
  }

  @Test("--no-wait cancels them, the endless timer, too")
  func noWait() throws {
    let run = try PipedRun(["--no-wait"], input: "ft")
    #expect(
      run.lines == [
        "fact: loading", "timer: on, 0 ticks", "fact: none", "timer: off", "count: 0", "",
      ])
    #expect(run.ending == .exited(0))
  }

  @Test("c and Esc cancel", arguments: ["c", "\u{1B}"])
  func cancel(_ key: String) throws {
    let run = try PipedRun(input: "f\(key)")
    #expect(run.lines == ["fact: loading", "fact: none", "count: 0", ""])
  }

  @Test("there are no escape codes")
  func noCodes() throws {
    #expect(try !PipedRun(["--fullscreen"], input: "+f?ltq").output.contains("\u{1B}"))
  }

  @Test("a reader that goes away ends it quietly", arguments: ["", "+"])
  func closedOutput(_ key: String) throws {
    let (input, output, errors) = try Spawn.locked {
      (try Spawn.pipe(), try Spawn.pipe(), try Spawn.pipe())
    }
    let program = try Program(
      "counter", [], input: input.readEnd, output: output.writeEnd, error: errors.writeEnd)
    for end in [input.readEnd, output.writeEnd, errors.writeEnd, output.readEnd] { close(end) }
    // The input stays open: the end must come from the output.
    var key = key
    key.withUTF8 { _ = unsafe write(input.writeEnd, $0.baseAddress, $0.count) }
    #expect(program.wait() == .exited(0))
    #expect(PipedRun.readAll(errors.readEnd) == "")
    for end in [input.writeEnd, errors.readEnd] { close(end) }
  }

  @Test("an output that takes nothing is an error with a reason")
  func fullDevice() throws {
    let (errors, full, null) = try Spawn.locked {
      unsafe (
        try Spawn.pipe(), open("/dev/full", O_WRONLY | O_CLOEXEC), open("/dev/null", O_CLOEXEC)
      )
    }
    let program = try Program("counter", [], input: null, output: full, error: errors.writeEnd)
    for end in [errors.writeEnd, full, null] { close(end) }
    #expect(program.wait() == .exited(74))
    let message = PipedRun.readAll(errors.readEnd)
    close(errors.readEnd)
    #expect(message == "counter: cannot write the output: No space left on device\n")
  }

  @Test("a signal cancels what is in flight", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    let (input, output) = try Spawn.locked { (try Spawn.pipe(), try Spawn.pipe()) }
    let program = try Program(
      "counter", [], input: input.readEnd, output: output.writeEnd, error: 2)
    for end in [input.readEnd, output.writeEnd] { close(end) }
    _ = unsafe write(input.writeEnd, "t", 1)
    var line = [UInt8](repeating: 0, count: 19)
    #expect(unsafe read(output.readEnd, &line, line.count) == 19)
    program.send(signal)
    #expect(program.wait() == .exited(128 + signal))
    #expect(PipedRun.readAll(output.readEnd) == "timer: off\ncount: 0\n")
    for end in [input.writeEnd, output.readEnd] { close(end) }
  }
}

@Suite("The command line")
struct CommandLineTests {
  @Test("an unknown option is named on standard error, with the nearest, and status 64")
  func unknownOption() throws {
    let run = try PipedRun(["--plian"])
    #expect(run.errors == "counter: unknown option '--plian'; did you mean '--plain'?\n")
    #expect(run.output == "")
    #expect(run.ending == .exited(64))
  }

  @Test("--version and --help print a text and nothing else")
  func texts() throws {
    let version = try PipedRun(["--version"])
    #expect(version.output == "counter 0.1.0\n" && version.ending == .exited(0))
    let help = try PipedRun(["--help"])
    #expect(help.output.hasPrefix("A counter that shows") && help.ending == .exited(0))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(help.errors + version.errors == "")
  }
}
