import TestSupport
import Testing

@Suite("A run")
struct UndoTests {
  @Test("u undoes, Ctrl-R redoes, and any other key goes on from there")
  func undo() throws {
    let run = try PipedResult(input: "+++uu\u{12}+u")
    #expect(
      run.lines.map { $0.dropFirst("count: ".count) } == [
        "1", "2", "3", "2", "1", "2", "3", "2",
      ])
    #expect(try PipedResult(input: "fu+").lines == ["fact: loading", "fact: none", "count: 1"])
  }

  @Test("that is recorded is not undone, since a recording is that of one store")
  func noUndo() throws {
    let folder = try Folder()
    let file = folder.path("run.jsonl")
    let run = try PipedResult(["--record", file], input: "++u+")
    #expect(run.lines == ["count: 1", "count: 2", "count: 3"])
    let screen = try TerminalRun(["--record", file, "--replace"])
    #expect(!screen.screen.text.contains("u undo") && !screen.screen.text.contains("step:"))
    screen.type("q")
    #expect(screen.finish() == .exited(0))
  }
}
