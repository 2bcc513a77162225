import Foundation
import TestSupport
import Testing

@testable import RatchetRecording

@Suite("A recording with a damaged line")
struct DamagedRecordingTests {
  @Test("is used up to a line that was cut off, which is told with status 65")
  func cutOff() throws {
    let folder = try Folder()
    _ = try PipedResult(["--record", folder.path("run.jsonl")], input: "+++")
    let text = try folder.text(of: "run.jsonl")
    let steps = text[..<(try #require(text.range(of: #"{"end""#)).lowerBound)]
    try folder.write(String(steps.dropLast(9)), to: "cut")
    let file = folder.path("cut")
    let complaint = "counter: '\(file)', line 4: the line is cut off\n"
    let replay = try PipedResult(["--replay", file])
    #expect(replay.lines.last == "   count: 2")
    #expect(replay.errors == complaint)
    #expect(replay.ending == .exited(65))
    let test = try PipedResult(["test", file])
    #expect(test.lines.count { $0.hasPrefix("  await store.send") } == 2)
    #expect(test.lines.last == "}")
    #expect(test.errors == complaint)
    #expect(test.ending == .exited(65))
    let run = try TerminalRun(["--replay", file])
    run.see("step 0 of 2: the initial state")
    run.type("G")
    run.see("step 2 of 2: counter(.up)")
    run.see("line 4: the line is cut off")
    // Who has sent it, when, and what it has changed; the keys are those of the player only.
    run.see("from caller, after 0.")
    run.see("  count: 1 -> 2")
    run.see("left back  right on")
    #expect(!run.screen.text.contains("+ up"))
    run.type("1\r")
    run.see("step 1 of 2: counter(.up)")
    run.type("q")
    #expect(run.finish() == .exited(65))
  }

  @Test("is stepped through up to a step that differs, with what differs, and printed as no test")
  func differing() throws {
    let folder = try Folder()
    _ = try PipedResult(["--record", folder.path("run.jsonl")], input: "+++")
    var lines = try folder.text(of: "run.jsonl").split(separator: "\n").map(String.init)
    lines[2] = lines[2].replacing(
      #/"digest":"[0-9a-f]*"/#, with: #""digest":"0000000000000000""#)
    let end = try #require(lines[2].range(of: #","sum":""#)).lowerBound
    let sum = RecordingFormat.sum(of: ArraySlice(lines[2][..<end].utf8)).text
    lines[2] = lines[2][..<end] + #","sum":"\#(sum)"}"#
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "other")
    let file = folder.path("other")
    let difference = "Step 2 (line 3), counter(.up), differs."
    let test = try PipedResult(["test", file])
    #expect(test.output == "")
    #expect(test.errors.hasPrefix("counter: '\(file)', line 3: \(difference)"))
    #expect(test.ending == .exited(65))
    let run = try TerminalRun(["--replay", file])
    run.see("step 0 of 2: the initial state")
    run.type("G")
    run.see("step 2 of 2: counter(.up)")
    run.see("line 3: \(difference)")
    run.type("q")
    #expect(run.finish() == .exited(65))
  }
}
