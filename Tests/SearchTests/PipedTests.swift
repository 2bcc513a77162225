import TestSupport
import Testing

@Suite("Without a terminal")
struct PipedTests {
  @Test(
    "what is read is searched for in the names of all characters", .enabled(if: Deep.isFull))
  func example() throws {
    let result = try PipedResult("search", input: "interrobang")
    #expect(
      result.lines == [
        "‽  INTERROBANG, U+203D", "⸘  INVERTED INTERROBANG, U+2E18",
        "🙹  HEAVY INTERROBANG ORNAMENT, U+1F679",
        "🙺  SANS-SERIF INTERROBANG ORNAMENT, U+1F67A",
        "🙻  HEAVY SANS-SERIF INTERROBANG ORNAMENT, U+1F67B", "5 results for 'interrobang'",
      ])
    #expect(result.errors == "")
    #expect(result.ending == .exited(0))
  }

  @Test(
    "the words may come in any order, and nothing may be found", .enabled(if: Deep.isFull))
  func words() throws {
    #expect(
      try PipedResult("search", input: "interrobang inverted\n").lines == [
        "⸘  INVERTED INTERROBANG, U+2E18", "1 result for 'interrobang inverted'",
      ])
    #expect(try PipedResult("search", input: "xyzzy").lines == ["0 results for 'xyzzy'"])
    #expect(try PipedResult("search", input: "").lines == ["nothing to search for"])
  }

  @Test("the server is asked for what was typed, as the keys have left it")
  func keys() throws {
    let server = try WebServer()
    let run = try PipedRun("search", ["--server", server.url + "/find"])
    run.type("a b&c=d\u{7F}\u{7F}é\u{1B}[A\u{1B}[200~ pa\nsted\u{1B}[201~\n")
    let request = try #require(server.nextRequest())
    #expect(request.path == "/find?q=a%20b%26c%C3%A9%20pa%20sted")
    server.answer(request, #"[{"title": "T", "detail": "D"}]"#)
    run.endInput()
    #expect(run.restOfOutput() == "T  D\n1 result for 'a b&cé pa sted'\n")
    #expect(run.program.wait() == .exited(0))
  }

  @Test("a signal gives up what is asked for")
  func signal() throws {
    let server = try WebServer()
    let run = try PipedRun("search", ["--server", server.url], typing: "a\n")
    let request = try #require(server.nextRequest())
    run.program.send(SIGTERM)
    #expect(run.program.wait() == .exited(128 + SIGTERM))
    #expect(server.waitForClose(of: request))
    #expect(run.restOfErrors() == "")
  }

  @Test("the server is one of HTTP")
  func wrong() throws {
    let other = try PipedResult("search", ["--server", "ftp://example.org"])
    #expect(
      other.errors
        == "search: option '--server' needs an http or https URL with a host, not 'ftp://example.org'\n"
    )
    #expect(other.ending == .exited(64))
  }
}
