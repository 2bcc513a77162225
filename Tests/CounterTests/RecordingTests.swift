import Foundation
import TestSupport
import Testing

@Suite("A run that is recorded")
struct RecordingTests {
  private let folder: Folder
  private var file: String { folder.path("run.jsonl") }

  init() throws { folder = try Folder() }

  @Test("is replayed step by step, with what it printed, and cannot be undone")
  func replay() throws {
    let server = try FactServer(.response(status: "200 OK", body: []))
    defer { server.stop() }
    let run = try PipedResult(["--record", file, "--facts", server.url], input: "+u-fl")
    #expect(run.ending == .exited(0))
    let replay = try PipedResult(["--replay", file])
    #expect(
      replay.lines == [
        "1. caller: counter(.up)", "   count: 1",
        "2. caller: counter(.down)", "   count: 0",
        "3. caller: counter(.fact)", "   fact: loading",
        "4. caller: counter(.log)", "   log: hidden",
        #"5. fact: counter(.factAnswered(.success("asked for /0")))"#,
        "   fact: asked for /0", "5 steps, as recorded",
      ])
    #expect(replay.errors == "" && replay.ending == .exited(0))
  }

  @Test("is printed as a test")
  func test() throws {
    _ = try PipedResult(["--record", file], input: "+lq")
    let test = try PipedResult(["test", file])
    #expect(test.output.contains("\n@testable import counter\n\n@Test(\"The recording of counter"))
    let sends = test.lines.filter { $0.hasPrefix("  await store.send(.counter(") }
    #expect(sends.map { $0.split(separator: ".").last } == ["up)) {", "log)) {", "quit)) {"])
    #expect(test.lines.contains("    $0.counter.isLogVisible = false"))
    #expect(test.ending == .exited(0))
  }

  @Test(
    "is not lost when the program is killed: a line for all that was printed, and it can go on",
    .deep(100, small: 1))
  func killed() throws {
    for number in 0..<Deep.size {
      let file = folder.path("run-\(number).jsonl")
      let run = try PipedRun(
        "counter", ["--record", file], typing: String(repeating: "+", count: 20))
      let seen = 1 + number % 20
      #expect(run.see((1...seen).map { "count: \($0)\n" }.joined()))
      // What it is doing when it is killed is different each time.
      run.type(String(repeating: "+", count: 200))
      run.program.send(SIGKILL)
      #expect(run.program.wait() == .killed(by: SIGKILL))
      let text = try folder.text(of: "run-\(number).jsonl")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      // The header, and a step for each action that was seen; what follows the last end is cut off.
      let whole = lines.dropLast()
      #expect(whole.count >= 1 + seen)
      for (step, line) in whole.enumerated().dropFirst() {
        #expect(line.contains(",\"step\":\(step),"))
      }
      let replay = try PipedResult(["--replay", file])
      let problem = lines.last == "" ? "the recording has no end" : "the line is truncated"
      #expect(replay.lines.last == "   count: \(whole.count - 1)")
      #expect(replay.errorLines.last?.contains("line \(lines.count): \(problem)") == true)
      #expect(replay.ending == .exited(65))
      let resumed = try PipedResult(["--resume", file], input: "+")
      #expect(resumed.lines.last == "count: \(whole.count)")
      #expect(
        try PipedResult(["--replay", file]).lines.last == "\(whole.count) steps, as recorded")
    }
  }

  @Test("says with status 65 why it cannot be written or read, and the run goes on")
  func problems() throws {
    for (arguments, problem) in [
      (
        ["--record", "/nowhere/run"], "'/nowhere/run' cannot be written: No such file or directory"
      ),
      (["--record", "/dev/full"], "'/dev/full' cannot be written: No space left on device"),
      (["--replay", "/nowhere/run"], "'/nowhere/run' cannot be opened: No such file or directory"),
      (["--resume", "/nowhere/run"], "'/nowhere/run' cannot be opened: No such file or directory"),
      (["--replay", "/no/\u{1B}[2J"], "'/no/ [2J' cannot be opened: No such file or directory"),
    ] {
      let run = try PipedResult(arguments, input: "++")
      #expect(run.errors == "counter: \(problem)\n")
      #expect(run.ending == .exited(65))
      if problem.contains("space") { #expect(run.lines == ["count: 1", "count: 2"]) }
    }
  }

  @Test("has its end even if the output of the program cannot be written")
  func fullOutput() throws {
    let run = try PipedResult(
      "counter", ["--record", file], input: "++", in: folder, redirection: ">/dev/full")
    #expect(run.ending == .exited(74))
    // It may end before it has read the second key.
    let end = try #require(PipedResult(["--replay", file]).lines.last)
    #expect(["2 steps, as recorded", "3 steps, as recorded"].contains(end))
  }

  @Test("replaces no file unless it is told to")
  func notEmpty() throws {
    try folder.write("my thesis", to: "run.jsonl")
    let run = try PipedResult(["--record", file], input: "+")
    #expect(
      run.errors == """
        counter: '\(file)' is not empty; add '--replace' to replace it, or go on in a recording \
        with '--resume'

        """)
    #expect(run.ending == .exited(64))
    let resumed = try PipedResult(["--resume", file], input: "+")
    #expect(resumed.errors == "counter: '\(file)', line 1: the file is not a recording\n")
    #expect(try folder.text(of: "run.jsonl") == "my thesis")
    #expect(try PipedResult(["--replace", "--record", file], input: "+").ending == .exited(0))
    #expect(try PipedResult(["--replay", file]).lines.last == "1 steps, as recorded")
    let alone = try PipedResult(["--replace"], input: "+")
    #expect(alone.errors == "counter: option '--replace' needs '--record'\n")
    #expect(alone.ending == .exited(64))
  }

  @Test("is refused while another process records in the same file")
  func twice() throws {
    let run = try PipedRun("counter", ["--record", file], typing: "+")
    #expect(run.see("count: 1\n"))
    for options in [["--record", file], ["--record", file, "--replace"], ["--resume", file]] {
      let other = try PipedResult(options, input: "+")
      #expect(other.errors == "counter: another recorder writes to '\(file)'\n")
      #expect(other.ending == .exited(65))
    }
    run.endInput()
    #expect(run.program.wait() == .exited(0))
    #expect(try PipedResult(["--replay", file]).lines.last == "1 steps, as recorded")
  }

  @Test("is stepped through, up to a line that was cut off, which is told with status 65")
  func cutOff() throws {
    _ = try PipedResult(["--record", file], input: "+++")
    let text = try folder.text(of: "run.jsonl")
    let steps = text[..<(try #require(text.range(of: #"{"end""#)).lowerBound)]
    try folder.write(String(steps.dropLast(9)), to: "run.jsonl")
    let test = try PipedResult(["test", file])
    #expect(test.lines.count { $0.hasPrefix("  await store.send") } == 2)
    #expect(test.lines.last == "}")
    #expect(test.errors == "counter: '\(file)', line 4: the line is truncated\n")
    #expect(test.ending == .exited(65))
    let run = try TerminalRun(["--replay", file])
    run.see("step 0 of 2: the initial state")
    run.type("\u{1B}[C\u{1B}[C\u{1B}[C")
    run.see("step 2 of 2: counter(.up)")
    run.see("line 4: the line is truncated")
    // Who has sent it, when, and what it has changed; the keys are those of the player only.
    run.see("from caller, after ")
    run.see("  count: 1 -> 2")
    run.see("left back  right on")
    #expect(!run.screen.text.contains("+ up"))
    run.type("\u{1B}[D")
    run.see("step 1 of 2: counter(.up)")
    run.type("q")
    #expect(run.finish() == .exited(65))
  }
}
