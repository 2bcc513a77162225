import TestSupport
import Testing

@Suite("A server that")
struct ServerTests {
  @Test("answers an older query after a newer one is not listened to")
  func outOfOrder() throws {
    let server = try WebServer()
    let run = try start(server)
    run.type("old\r")
    let old = try #require(server.nextRequest())
    run.see("searching for 'old'")
    run.type("er\r")
    let older = try #require(server.nextRequest())
    #expect(server.waitForClose(of: old))
    server.answer(older, #"[{"title": "newer", "detail": "the answer"}]"#)
    run.see("newer  the answer")
    server.answer(old, #"[{"title": "stale", "detail": "the answer"}]"#)
    run.type("!")
    run.see("searching for 'older!'")
    run.type("\u{3}")
    #expect(run.finish() == .exited(130))
    #expect(!run.text.contains("stale"))
  }

  @Test(
    "answers wrongly is named, and it goes on",
    arguments: [
      ("HTTP/1.0 500 Oops\nContent-Length: 2\n\n[]", "status 500 instead of 200 from the server"),
      ("HTTP/1.0 302 Found\nLocation: http://127.0.0.1:1/\n\n", "status 302 instead of 200"),
      ("HTTP/1.0 200 OK\n\nfoo", "answer is not a list of results"),
      ("HTTP/1.0 200 OK\n\n[{\"title\": 7}]", "answer is not a list of results"),
      ("HTTP/1.0 200 OK\nContent-Length: 9\n\n[]", "the connection was lost, asking the server"),
      ("SSH-2.0-OpenSSH\n", "it did not answer as a web server does"),
      ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n0\n\n", "answer is not a list of results"),
      ("", "the connection was lost, asking the server"),
    ])
  func wrongAnswer(_ answer: String, _ message: String) throws {
    let server = try WebServer()
    let run = try start(server)
    run.type("a\r")
    let request = try #require(server.nextRequest())
    if !answer.isEmpty { server.send(answer, to: request) }
    server.end(request)
    run.see(message)
    run.type("\r")
    let again = try #require(server.nextRequest())
    server.answer(again, "[]")
    run.see("0 results for 'a'")
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
  }

  @Test(
    "answers with bytes that are no text, or with 100 MB, is cut off", arguments: [true, false])
  func bytes(isLong: Bool) throws {
    let server = try WebServer()
    let run = try start(server)
    run.type("a\r")
    let request = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\n\n", to: request)
    server.send(bytes: 900..<(isLong ? 100_000_000 : 1900), to: request)
    server.end(request)
    run.see(isLong ? "its answer is longer than 1000000 bytes" : "is not a list of results")
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
    #expect(server.waitForClose(of: request))
  }

  @Test("sends what would disturb the terminal is shown without it")
  func controlCharacters() throws {
    let server = try WebServer()
    let run = try start(server)
    run.type("a\r")
    let request = try #require(server.nextRequest())
    server.answer(request, #"[{"title": "a\u001b[2Jb", "detail": "c\u000ad"}]"#)
    run.see("a [2Jb  c d")
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
    #expect(run.screen.unknown == [] && run.screen.wraps == 0)
  }

  @Test("nobody is there is named")
  func refused() throws {
    let socket = try LocalSocket()
    defer { socket.close() }
    let result = try PipedResult("search", ["--server", socket.url], input: "a")
    #expect(result.lines == ["error: the connection was refused, asking the server"])
    // Too long for a name: no other machine is asked for it.
    let host = String(repeating: "x", count: 64)
    let unknown = try PipedResult("search", ["--server", "http://\(host)"], input: "a")
    #expect(unknown.lines.first?.contains("there is no host called '\(host)'") == true)
  }

  private func start(_ server: WebServer) throws -> TerminalRun {
    try TerminalRun("search", ["--server", server.url], shows: "search: _")
  }
}

@Suite("On a terminal")
struct TerminalTests {
  @Test(
    "results come while typing, and the keys do what the help says", .enabled(if: Deep.isFull))
  func session() throws {
    let run = try TerminalRun("search", shows: "search: _")
    run.type("interrobang")
    run.see("5 results for 'interrobang'")
    run.see("  ‽  INTERROBANG, U+203D")
    run.type(" inverted")
    run.see("1 result for 'interrobang inverted'")
    run.type("\u{17}")
    run.see("search: interrobang _")
    run.type("\u{15}")
    run.see("nothing to search for")
    run.type("\u{4}")
    #expect(run.finish() == .exited(0))
    #expect(run.screen.unknown == [] && run.screen.wraps == 0)
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.text == "before\nnothing to search for")
  }

  @Test("a signal while the server is asked gives the terminal back")
  func signal() throws {
    let server = try WebServer()
    let run = try TerminalRun("search", ["--server", server.url], shows: "search: _")
    run.type("a\r")
    let request = try #require(server.nextRequest())
    run.program.send(SIGTERM)
    #expect(run.finish() == .exited(128 + SIGTERM))
    #expect(server.waitForClose(of: request))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.isCursorVisible)
  }
}
