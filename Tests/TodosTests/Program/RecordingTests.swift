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

  @Test("is written and replayed in a folder whose name is not UTF-8")
  func strangeFolder() throws {
    let script = #"""
      d=$(printf 'v\351'); mkdir "$d"; cd "$d"; printf 'add Milk\nadd Tea\n' > input
      "$0" --record run.jsonl < input; "$0" --replay run.jsonl
      """#
    let result = try PipedResult(
      "/bin/sh", ["-c", script, "\(TestSupport.Program.folder)/todos"], in: try Folder())
    #expect(result.errors == "")
    #expect(result.lines.last == "2 steps, as recorded")
  }

  @Test("is stepped through on a terminal, as the list shows each step")
  func player() throws {
    let folder = try Folder()
    _ = try PipedResult(["--record", "run.jsonl"], input: "add Milk\ndone 1\n", in: folder)
    let run = try TerminalRun(
      "todos", ["--replay", "run.jsonl"], shows: "step 0 of 2: the initial state", in: folder)
    run.type("G")
    run.see("1. [x] Milk")
    run.see("isCompleted: false -> true")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.screen.text == "before\nstep 2 of 2")
  }

  @Test("is not recorded in the file in which it is kept, by whatever name, and nothing is touched")
  func sameFile() throws {
    let folder = try Folder()
    for path in [
      "todos.json", "./todos.json",
      "../\(URL(fileURLWithPath: folder.path).lastPathComponent)/todos.json",
    ] {
      let run = try PipedResult(["--record", path], input: "add Milk\n", in: folder)
      #expect(
        run.errors == "todos: '--file' and '--record' name the same file, 'todos.json'\n")
      #expect(run.ending == .exited(64))
      #expect(try folder.names == [])
    }
    try folder.write("[]", to: "todos.json")
    let options = ["--file", "todos.json", "--record", "todos.json", "--replace"]
    #expect(try PipedResult(options, input: "", in: folder).ending == .exited(64))
    #expect(try folder.text(of: "todos.json") == "[]")
  }

  @Test("goes on from a recording, with the list that is in its file")
  func resumed() throws {
    let folder = try Folder()
    _ = try PipedResult(["--record", "run.jsonl"], input: "add Milk\nadd Bread\n", in: folder)
    let run = try PipedResult(["--resume", "run.jsonl"], input: "done 1\n", in: folder)
    #expect(run.lines == ["1. [x] Milk", "2. [ ] Bread", "1 active, 1 completed"])
    #expect(run.ending == .exited(0))
    _ = try PipedResult([], input: "remove 2\n", in: folder)
    let last = try PipedResult(["--resume", "run.jsonl"], input: "done 1\n", in: folder)
    #expect(last.lines == ["1. [x] Milk", "0 active, 1 completed"])
    let replay = try PipedResult(["--replay", "run.jsonl"], input: "", in: folder)
    #expect(replay.errors == "")
    #expect(replay.lines.last == "4 steps, as recorded")
  }

  @Test("goes on without a detail whose row is gone, and with its list where there is no file")
  func resumedWithoutRow() throws {
    let folder = try Folder()
    _ = try PipedResult(["--record", "run.jsonl"], input: "add Milk\ndetail 1\n", in: folder)
    _ = try PipedResult([], input: "remove 1\n", in: folder)
    let run = try PipedResult(["--resume", "run.jsonl"], input: "note oat\nadd Tea\n", in: folder)
    #expect(
      run.errorLines == [
        "todos: line 1: 'note' needs an open detail; open one with: detail N"
      ])
    #expect(run.lines == ["1. [ ] Tea", "1 active, 0 completed"])
    try FileManager.default.removeItem(atPath: folder.path("todos.json"))
    let last = try PipedResult(["--resume", "run.jsonl"], input: "", in: folder)
    #expect(last.errorLines == [] && last.lines == run.lines)
    #expect(try folder.text(of: "todos.json").contains("Tea"))
    let replay = try PipedResult(["--replay", "run.jsonl"], input: "", in: folder)
    #expect(replay.errors == "" && replay.lines.last == "3 steps, as recorded")
  }
}
