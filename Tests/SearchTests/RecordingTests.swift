import TestSupport
import Testing

@Suite("A search that is recorded")
struct RecordingTests {
  @Test("is replayed with what was found, and without a server")
  func replay() throws {
    let folder = try Folder()
    let server = try WebServer()
    let file = folder.path("run.jsonl")
    let run = try PipedRun("search", ["--record", file, "--server", server.url], typing: "a\n")
    server.answer(try #require(server.nextRequest()), #"[{"title": "T", "detail": "D"}]"#)
    run.endInput()
    #expect(run.restOfOutput() == "T  D\n1 result for 'a'\n")
    #expect(run.program.wait() == .exited(0))
    server.stop()
    let replay = try PipedResult("search", ["--replay", file])
    #expect(
      replay.lines == [
        #"1. caller: queryChanged(TextField(text: "a", rest: 0))"#, "2. caller: submitted",
        #"3. search: answered([Hit(title: "T", detail: "D")])"#, "   T  D",
        "   1 result for 'a'", "3 steps, as recorded",
      ])
    #expect(replay.ending == .exited(0))
    let test = try PipedResult("search", ["test", file])
    let hit = ##"RecordedTest.value(#"{"detail":"D","title":"T"}"#)"##
    #expect(test.lines.contains("  await store.receive(.answered([\(hit)])) {"))
    #expect(test.ending == .exited(0))
  }
}
