import Foundation
import TestSupport
import Testing

@Suite("A run that is recorded")
struct RecordingTests {
  @Test("is replayed step by step, with what it printed")
  func replay() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    let run = try PipedResult(["--record", file], input: "++-fl")
    #expect(run.ending == .exited(0))
    #expect(run.lines.suffix(2) == ["fact: 1 is odd and the square of 1", "count: 1"])
    let replay = try PipedResult(["--replay", file])
    #expect(
      replay.lines == [
        "1. caller: counter(.up)", "   count: 1",
        "2. caller: counter(.up)", "   count: 2",
        "3. caller: counter(.down)", "   count: 1",
        "4. caller: counter(.fact)", "   fact: loading",
        "5. caller: counter(.log)", "   log: hidden",
        #"6. fact: counter(.factAnswered(.success("1 is odd and the square of 1")))"#,
        "   fact: 1 is odd and the square of 1", "6 steps, as recorded",
      ])
    #expect(replay.errors == "")
    #expect(replay.ending == .exited(0))
  }

  @Test("is printed as a test")
  func test() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    _ = try PipedResult(["--record", file], input: "+l-q")
    let test = try PipedResult(["test", file])
    let state = #"""
      {"counter":{"count":0,"fact":{"idle":{}},"isHelpVisible":false,"isLogVisible":true},"log":[]}
      """#
    func entry(_ name: String, _ field: String, _ old: String, _ new: String) -> String {
      let change = #"{"after":"\#(new)","before":"\#(old)","field":"\#(field)"}"#
      return ##"recorded(#"{"changes":[\##(change)],"name":"\##(name)","source":"key"}"#)"##
    }
    #expect(
      test.output == #"""
        import Foundation
        import RatchetTesting

        @testable import counter

        @Test("The recording of counter 0.1.0")
        @MainActor func recording() async {
          let store = TestStore(initialState: recorded(#"\#(state)"#) as LoggedCounter.State) {
            LoggedCounter().withoutEffects()
          } withDependencies: {
            $0.useRecordedDraws([])
          }
          await store.send(.counter(.up)) {
            $0.counter.count = 1
            $0.log.append(\#(entry("up", "count", "0", "1")))
          }
          await store.send(.counter(.log)) {
            $0.counter.isLogVisible = false
            $0.log.append(\#(entry("log", "log", "shown", "hidden")))
          }
          await store.send(.counter(.down)) {
            $0.counter.count = 0
            $0.log.append(\#(entry("down", "count", "1", "0")))
          }
          await store.send(.counter(.quit)) {
            $0.log.append(recorded(#"{"changes":[],"name":"quit","source":"key"}"#))
          }
        }

        """#)
    #expect(test.ending == .exited(0))
  }

  @Test("is not lost when the program is killed: a line for all that was printed, 100 times")
  func killed() throws {
    let folder = try Folder()
    for number in 0..<100 {
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
      let problem = lines.last == "" ? "the recording has no end" : "the line is cut off"
      #expect(replay.lines.last == "   count: \(whole.count - 1)")
      #expect(replay.errorLines.last?.contains("line \(lines.count): \(problem)") == true)
      #expect(replay.ending == .exited(65))
    }
  }

  @Test("says with status 65 why it cannot be written or read")
  func problems() throws {
    let folder = try Folder()
    func errors(_ arguments: [String], input: String = "") throws -> String {
      let run = try PipedResult(arguments, input: input)
      #expect(run.ending == .exited(65))
      return run.errors
    }
    #expect(
      try errors(["--record", "/nowhere/run"])
        == "counter: '/nowhere/run' cannot be written: No such file or directory\n")
    #expect(
      try errors(["--record", "/dev/full"], input: "++")
        == "counter: '/dev/full' cannot be written: No space left on device\n")
    #expect(
      try errors(["--replay", "/nowhere/run"])
        == "counter: '/nowhere/run' cannot be opened: No such file or directory\n")
    try folder.write("", to: "empty")
    #expect(
      try errors(["test", folder.path("empty")])
        == "counter: '\(folder.path("empty"))', line 1: the file is empty\n")
    let file = folder.path("run.jsonl")
    _ = try PipedResult(["--record", file], input: "+++")
    var text = try folder.text(of: "run.jsonl")
    text = text.replacingOccurrences(of: #""step":2"#, with: #""step":7"#)
    try folder.write(text, to: "changed")
    #expect(
      try errors(["--replay", folder.path("changed")]) == """
        counter: '\(folder.path("changed"))', line 3: the line was changed after it was written

        """)
    try folder.write(text.replacingOccurrences(of: "counter", with: "todos"), to: "other")
    #expect(
      try errors(["--replay", folder.path("other")]) == """
        counter: '\(folder.path("other"))', line 1: the line was changed after it was written

        """)
  }

  @Test("cannot be recorded and replayed at once")
  func both() throws {
    let run = try PipedResult(["--record", "new", "--replay", "old"])
    #expect(
      run.errors
        == "counter: only one of '--record', '--resume', '--replay', 'test' and 'report' can be "
        + "given\n")
    #expect(run.ending == .exited(64))
  }

  @Test("goes on from a recording, and in the same file")
  func resumed() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    _ = try PipedResult(["--record", file], input: "++")
    let run = try PipedResult(["--resume", file], input: "+")
    #expect(run.lines.last == "count: 3")
    #expect(run.ending == .exited(0))
    let replay = try PipedResult(["--replay", file])
    #expect(replay.lines.suffix(2) == ["   count: 3", "3 steps, as recorded"])
    let none = try PipedResult(["--resume", folder.path("nothing")])
    #expect(
      none.errors
        == "counter: '\(folder.path("nothing"))' cannot be opened: No such file or directory\n")
    #expect(none.ending == .exited(65))
    #expect(try folder.names == ["run.jsonl"])
  }

  @Test("goes on from where another one was killed")
  func resumedAfterKill() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    let run = try PipedRun("counter", ["--record", file], typing: "++")
    #expect(run.see("count: 1\ncount: 2\n"))
    run.program.send(SIGKILL)
    #expect(run.program.wait() == .killed(by: SIGKILL))
    let resumed = try PipedResult(["--resume", file], input: "+")
    #expect(resumed.lines.last == "count: 3")
    let replay = try PipedResult(["--replay", file])
    #expect(replay.lines.last == "3 steps, as recorded")
  }

  @Test("replaces no file unless it is told to")
  func notEmpty() throws {
    let folder = try Folder()
    try folder.write("my thesis", to: "thesis.txt")
    let file = folder.path("thesis.txt")
    let run = try PipedResult(["--record", file], input: "+")
    #expect(
      run.errors == """
        counter: '\(file)' is not empty; add '--replace' to replace it, or go on in a recording \
        with '--resume'

        """)
    #expect(run.ending == .exited(64))
    let resumed = try PipedResult(["--resume", file], input: "+")
    #expect(resumed.errors == "counter: '\(file)', line 1: the file is no recording\n")
    #expect(try folder.text(of: "thesis.txt") == "my thesis")
    let replacing = try PipedResult(["--replace", "--record", file], input: "+")
    #expect(replacing.ending == .exited(0))
    #expect(try PipedResult(["--replay", file]).lines.last == "1 steps, as recorded")
    let alone = try PipedResult(["--replace"], input: "+")
    #expect(alone.errors == "counter: option '--replace' needs '--record'\n")
    #expect(alone.ending == .exited(64))
  }

  @Test("is refused while another process records in the same file")
  func twice() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
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

  @Test("goes on when the disk is full, and ends with its result")
  func fullDisk() throws {
    let run = try PipedResult(["--record", "/dev/full"], input: "++-")
    #expect(run.lines == ["count: 1", "count: 2", "count: 1"])
  }

  @Test("is stepped through with the arrow keys on a terminal")
  func terminal() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    _ = try PipedResult(["--record", file], input: "++-")
    let run = try TerminalRun(["--replay", file])
    run.see("step 0 of 3: the initial state")
    run.type("\u{1B}[C\u{1B}[C")
    run.see("step 2 of 3: counter(.up)")
    run.see("count: 2")
    run.see("key    up       count: 1 -> 2")
    run.type("\u{1B}[D")
    run.see("count: 1")
    run.type("G")
    run.see("step 3 of 3: counter(.down)")
    run.type("\u{1B}[C")
    run.type("q")
    #expect(run.finish() == .exited(0))
  }
}
