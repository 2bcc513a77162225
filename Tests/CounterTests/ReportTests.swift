import Foundation
import TestSupport
import Testing

@Suite("A report of a recorded run")
struct ReportTests {
  private let folder: Folder
  private var file: String { folder.path("run.jsonl") }

  init() throws {
    folder = try Folder()
    _ = try PipedResult(["--record", folder.path("run.jsonl")], input: "+-l")
  }

  @Test("is a page on standard output, of all steps or the last ones")
  func page() throws {
    let report = try PipedResult(["report", file])
    #expect(report.output.hasPrefix("<!doctype html>\n<html lang=\"en\">\n"))
    #expect(report.output.hasSuffix("</html>\n"))
    #expect(report.output.contains("<title>counter 0.1.0</title>"))
    #expect(report.output.contains(#""action":"counter(.down)""#))
    #expect(report.errors == "" && report.ending == .exited(0))
    let last = try PipedResult(["report", file, "--last", "1"])
    #expect(!last.output.contains(#""action":"counter(.down)""#))
    #expect(last.output.contains(#""action":"counter(.log)""#))
  }

  @Test("is refused on a terminal, which is no browser, and ends quietly when nobody reads it")
  func output() throws {
    let screen = try TerminalRun(
      "counter", ["report", file],
      shows: "counter: a page is for a browser, not for a terminal; add '> run.html'")
    #expect(screen.finish() == .exited(64))
    let unread = try PipedRun("counter", ["report", file], isOutputRead: false)
    #expect(unread.program.wait() == .exited(0))
    #expect(unread.restOfErrors() == "")
  }
}
