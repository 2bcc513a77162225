import TestSupport
import Testing

@Suite("Without a terminal")
struct PipedTests {
  @Test("what is read is searched for in the names of all characters")
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

  @Test("the words may come in any order, and nothing may be found")
  func words() throws {
    #expect(
      try PipedResult("search", input: "interrobang inverted\n").lines == [
        "⸘  INVERTED INTERROBANG, U+2E18", "1 result for 'interrobang inverted'",
      ])
    #expect(try PipedResult("search", input: "xyzzy").lines == ["0 results for 'xyzzy'"])
    #expect(try PipedResult("search", input: "").lines == ["nothing to search for"])
  }

  @Test("--no-wait ends without the answer")
  func noWait() throws {
    let result = try PipedResult("search", ["--no-wait"], input: "interrobang")
    #expect(result.lines == ["nothing to search for"])
    #expect(result.ending == .exited(0))
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

  @Test("a signal gives up what is asked for", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    let server = try WebServer()
    let run = try PipedRun("search", ["--server", server.url], typing: "a\n")
    let request = try #require(server.nextRequest())
    run.program.send(signal)
    #expect(run.program.wait() == .exited(128 + signal))
    #expect(server.waitForClose(of: request))
    #expect(run.restOfErrors() == "")
  }

  @Test("an output that takes nothing is an error with a reason")
  func fullDevice() throws {
    let result = try PipedResult(
      "search", input: "interrobang", in: Folder(), redirection: ">/dev/full")
    #expect(result.ending == .exited(74))
    #expect(result.errors == "search: cannot write the output: No space left on device\n")
  }

  @Test("a reader that goes away ends it quietly")
  func closedOutput() throws {
    let run = try PipedRun("search", typing: "interrobang\n", isOutputRead: false)
    #expect(run.program.wait() == .exited(0))
    #expect(run.restOfErrors() == "")
  }
}

@Suite("The command line of search")
struct CommandLineTests {
  @Test("names what is wrong with it, with status 64")
  func wrong() throws {
    let unknown = try PipedResult("search", ["--sever", "x"])
    #expect(unknown.errors == "search: unknown option '--sever'; did you mean '--server'?\n")
    let secure = try PipedResult("search", ["--server", "https://example.org"])
    #expect(
      secure.errors
        == "search: option '--server' needs an http URL with a host, not 'https://example.org'\n")
    #expect([unknown.ending, secure.ending] == [.exited(64), .exited(64)])
  }

  @Test("--version and --help print a text and nothing else")
  func texts() throws {
    #expect(try PipedResult("search", ["--version"]).lines == ["search 0.1.0"])
    let help = try PipedResult("search", ["--help"])
    #expect(help.lines.first?.hasPrefix("A search while typing") == true)
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    #expect(help.ending == .exited(0))
  }
}
