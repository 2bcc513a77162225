import TestSupport
import Testing

@Suite("Downloads that are recorded")
struct RecordingTests {
  @Test("are replayed as they went, and nothing is downloaded")
  func replay() throws {
    let folder = try Folder()
    let server = try WebServer()
    let file = folder.path("run.jsonl")
    let run = try PipedRun(
      "downloads", ["--record", file, "--get", server.url + "/f", "--into", folder.path])
    server.answer(try #require(server.nextRequest()), "hello")
    run.endInput()
    #expect(run.restOfOutput().hasSuffix("f: done, 5 bytes\n1 of 1 file downloaded\n"))
    #expect(run.program.wait() == .exited(0))
    server.stop()
    let replay = try PipedResult("downloads", ["--replay", file], in: folder)
    #expect(replay.lines.last?.hasSuffix(" steps, as recorded") == true)
    #expect(replay.lines.contains("   f: done, 5 bytes"))
    #expect(replay.errors == "")
    #expect(replay.ending == .exited(0))
    let test = try PipedResult("downloads", ["test", file], in: folder)
    #expect(test.lines.contains("    RecordedTest.feature(Downloads(), sending: ["))
    #expect(test.lines.last == "}")
    #expect(test.ending == .exited(0))
  }
}
