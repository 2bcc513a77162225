import Foundation
import TestSupport
import Testing

@Suite("A report of a recorded run")
struct ReportTests {
  @Test("is a page on standard output")
  func page() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    _ = try PipedResult(["--record", file], input: "++-f")
    let report = try PipedResult(["report", file])
    #expect(report.output.hasPrefix("<!doctype html>\n<html lang=\"en\">\n"))
    #expect(report.output.hasSuffix("</html>\n"))
    #expect(report.output.contains("<title>counter 0.1.0</title>"))
    #expect(report.output.contains(#""action":"counter(.down)""#))
    #expect(report.errors == "")
    #expect(report.ending == .exited(0))
    let last = try PipedResult(["report", file, "--last", "1"])
    #expect(!last.output.contains(#""action":"counter(.down)""#))
    #expect(last.output.contains(#""action":"counter(.factAnswered("#))
  }

  @Test("of a recording that is cut off has what is left, which is told with status 65")
  func cutOff() throws {
    let folder = try Folder()
    _ = try PipedResult(["--record", folder.path("run.jsonl")], input: "++-")
    let lines = try folder.text(of: "run.jsonl").split(separator: "\n")
    try folder.write(lines.dropLast(2).joined(separator: "\n") + "\n", to: "cut")
    let report = try PipedResult(["report", folder.path("cut")])
    let problem =
      "line 4: the recording has no end: its program goes on, was killed, or lines are missing"
    #expect(report.output.contains(#""problem":"\#(problem)""#))
    #expect(report.errors == "counter: '\(folder.path("cut"))', \(problem)\n")
    #expect(report.ending == .exited(65))
  }

  @Test("is refused on a terminal, which is no browser")
  func terminal() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    _ = try PipedResult(["--record", file], input: "+")
    let run = try TerminalRun(
      "counter", ["report", file],
      shows: "counter: a page is for a browser, not for a terminal; add '> run.html'")
    #expect(run.finish() == .exited(64))
  }

  @Test("ends quietly when nobody reads it")
  func closedPipe() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    _ = try PipedResult(["--record", file], input: "+")
    let run = try PipedRun("counter", ["report", file], isOutputRead: false)
    #expect(run.program.wait() == .exited(0))
    #expect(run.restOfErrors() == "")
  }

  @Test(
    "has only the options that it can follow",
    arguments: [
      (["report"], "option 'report' needs a path, as in report run.jsonl"),
      (
        ["report", "a", "--last", "0"], "option '--last' needs a number of steps, as in --last 1000"
      ),
      (["--last", "3"], "option '--last' needs 'report'"),
      (
        ["report", "a", "--replay", "b"],
        "only one of '--record', '--resume', '--replay', 'test' and 'report' can be given"
      ),
    ])
  func options(_ arguments: [String], _ complaint: String) throws {
    let run = try PipedResult(arguments)
    #expect(run.errors == "counter: \(complaint)\n")
    #expect(run.ending == .exited(64))
  }
}
