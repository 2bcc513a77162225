import Foundation
import TestSupport
import Testing

@Suite("Meetings that are recorded")
struct RecordingTests {
  @Test("are replayed with the ids and the dates that they had")
  func replay() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    let run = try PipedResult(
      "meetings", ["--record", file], input: "aDemo\t\tAda\n\nsnsb\nq", in: folder)
    #expect(run.ending == .exited(0))
    #expect(run.lines.contains { $0.hasPrefix("  held on ") })
    let replay = try PipedResult("meetings", ["--replay", file], in: folder)
    #expect(replay.errors == "")
    #expect(replay.lines.last?.hasSuffix(" steps, as recorded") == true)
    let records = run.lines.filter { $0.hasPrefix("  held on ") }
    #expect(replay.lines.filter { $0.contains("held on") } == records.map { "   " + $0 })
    #expect(replay.ending == .exited(0))
    let test = try PipedResult("meetings", ["test", file], in: folder)
    #expect(test.lines.contains { $0.hasPrefix("    RecordedTest.feature(Meetings()") })
    #expect(test.lines.contains { $0.hasPrefix(##"      #"{"uuid":"##) })
    #expect(test.ending == .exited(0))
  }

  @Test("go on where they are recorded, and are saved, where there is no file")
  func resumed() throws {
    let folder = try Folder()
    let record = ["--record", "run.jsonl"]
    _ = try PipedResult("meetings", record, input: "aDemo\t\tAda\n", in: folder)
    try FileManager.default.removeItem(atPath: folder.path("meetings.json"))
    let run = try PipedResult("meetings", ["--resume", "run.jsonl"], in: folder)
    #expect(run.errors == "" && run.lines == ["1 meeting"])
    #expect(try folder.text(of: "meetings.json").contains("Demo"))
  }
}
