import Foundation
import TestSupport
import Testing

@Suite("The program of meetings")
struct ProgramTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("reads keys of a pipe, prints what changes, and keeps the meetings")
  func piped() throws {
    let result = try run("aDemo\t\u{15}15\tAda, Bo\nq")
    #expect(result.lines == ["> Demo  15 min, Ada, Bo", "1 meeting"])
    #expect(result.errors == "")
    #expect(result.ending == .exited(0))
    let again = try run("\nq")
    #expect(
      again.lines == [
        "Demo", "15 min, 7 min 30 s for each of Ada, Bo", "> Demo  15 min, Ada, Bo", "1 meeting",
      ])
    #expect(try folder.names == ["meetings.json"])
  }

  @Test(
    "holds a meeting on a terminal: list, form, detail, timer, alert", .enabled(if: Deep.isFull))
  func terminal() throws {
    let run = try TerminalRun("meetings", shows: "no meetings", in: folder)
    run.type("a")
    run.see("> title: _")
    run.type("Demo\r")
    run.see("At least one name, please.")
    run.type("\t\t")
    run.see("> attendees: _")
    run.type("Ada, Bo\r")
    run.see("> Demo  5 min, Ada, Bo")
    run.type("\r")
    run.see("5 min, 2 min 30 s for each of Ada, Bo")
    run.type("s")
    run.see("> Ada  2 min 29 s left")
    run.type("n")
    run.see("> Bo  2 min 30 s left")
    run.type("n")
    run.see("d discard  s save  r resume")
    run.type("q")
    run.see("n next speaker")
    run.type("n")
    run.see("d discard  s save  r resume")
    run.type("s")
    run.see("held on ")
    run.see(" for ")
    for key in ["\u{1B}", "q"] {
      run.type("d")
      run.see("Delete it, with its records?")
      run.type(key)
      run.see("s start  e edit")
    }
    run.type("?")
    run.see("Esc and q go back")
    run.type("q")
    run.see("s start  e edit")
    run.type("q")
    run.see("j down  k up  ? help  q quit")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.unknown == [] && run.screen.wraps == 0)
    #expect(run.screen.text == "before\n1 meeting")
    #expect(try folder.text(of: "meetings.json").contains("\"seconds\" : "))
  }

  @Test("keeps the meeting that goes on when a signal ends it", .enabled(if: Deep.isFull))
  func signal() throws {
    _ = try run("aDemo\t\tAda\nq")
    let run = try PipedRun("meetings", typing: "\ns", in: folder)
    #expect(run.seeLine("> Ada  4 min 59 s left"))
    run.program.send(SIGTERM)
    #expect(run.program.wait() == .exited(128 + SIGTERM))
    #expect(run.restOfErrors() == "")
    #expect(try folder.text(of: "meetings.json").contains(/"seconds" : [1-9]/))
  }

  @Test(
    "keeps the meeting that goes on at the end of a pipe, and ends", arguments: [[], ["--no-wait"]])
  func endInMeeting(_ options: [String]) throws {
    _ = try run("aDemo\t\tAda\nq")
    let result = try PipedResult("meetings", options, input: "\ns", in: folder)
    #expect(result.lines.suffix(2) == ["> Demo  5 min, Ada", "1 meeting"])
    #expect(result.errors == "")
    #expect(result.ending == .exited(0))
    #expect(try folder.text(of: "meetings.json").contains("\"seconds\" : 0"))
  }

  @Test(
    "leaves alone a file that is not one of meetings, or has a number that cannot be, and says why",
    arguments: [
      ("[{\"id\":", "its content is wrong: The given data was not valid JSON"),
      (
        """
        [{"id": "00000000-0000-0000-0000-000000000000", "title": "", "attendees": [], "records": [],
        "minutes": 9223372036854775807}]
        """, "'[0].minutes' is wrong: Only 1 to 600 are possible"
      ),
    ])
  func damaged(_ text: String, _ reason: String) throws {
    try folder.write(text, to: "meetings.json")
    let result = try run("q")
    #expect(
      result.errors == """
        meetings: cannot read meetings.json: \(reason); the file is left alone until you repair it \
        or move it away

        """)
    #expect(result.ending == .exited(65))
    #expect(try folder.names == ["meetings.json"])
  }

  private func run(_ keys: String) throws -> PipedResult {
    try PipedResult("meetings", input: keys, in: folder)
  }
}
