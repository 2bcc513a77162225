import Foundation
import TestSupport
import Testing

@Suite("A list that is recorded")
struct RecordingTests {
  @Test("is replayed with the same identifiers, and belongs to no other program")
  func replay() throws {
    let folder = try Folder()
    let record = ["--record", "run.jsonl"]
    let run = try PipedResult(record, input: "add Milk\nadd Bread\ndone 1\n", in: folder)
    #expect(run.lines == ["1. [x] Milk", "2. [ ] Bread", "1 active, 1 completed"])
    let replay = try PipedResult(["--replay", "run.jsonl"], input: "", in: folder)
    #expect(replay.lines.first == "1. caller: add(title: \"Milk\")")
    #expect(replay.lines.last == "3 steps, as recorded")
    #expect(replay.ending == .exited(0))
    let test = try PipedResult(["test", "run.jsonl"], input: "", in: folder)
    #expect(test.lines.contains(#"  await store.send(.add(title: "Bread")) {"#))
    #expect(test.ending == .exited(0))
    let other = try PipedResult("counter", ["--replay", folder.path("run.jsonl")], input: "")
    #expect(
      other.errors == """
        counter: '\(folder.path("run.jsonl"))', line 1: the recording is of 'todos', not of \
        'counter'

        """)
    #expect(other.ending == .exited(65))
  }
}
