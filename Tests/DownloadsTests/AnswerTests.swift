import TestSupport
import Testing

@Suite("The answer to a download")
struct AnswerTests {
  private let folder: Folder
  private let server: WebServer

  init() throws {
    folder = try Folder()
    server = try WebServer()
  }

  @Test(
    "has no length that is none, or more than any disk has",
    arguments: [
      ("-5", "it did not answer as a web server does: Invalid Content-Length: value"),
      ("2000000000000000", "the server announced a length of 2000000000000000"),
    ])
  func wrongLength(_ length: String, _ message: String) throws {
    let run = try start()
    let request = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\nContent-Length: \(length)\n\nabc", to: request)
    run.endInput()
    #expect(run.seeLine("f: error: \(message)"))
    #expect(run.program.wait() == .exited(74))
    #expect(try folder.names == [])
  }

  @Test("comes from where the server redirects to, five times at most", arguments: [5, 6])
  func redirects(_ count: Int) throws {
    let run = try start()
    for number in 1...count {
      let request = try #require(server.nextRequest())
      server.answer(request, status: "302 Found\nLocation: /\(number)")
    }
    if count > 5 {
      #expect(run.seeLine("f: error: more than 5 redirects"))
    } else {
      let last = try #require(server.nextRequest())
      #expect(last.path == "/5")
      server.answer(last, "hello")
      #expect(run.seeLine("f: done, 5 bytes"))
    }
  }

  private func start() throws -> PipedRun {
    try PipedRun("downloads", ["--get", server.url + "/f", "--into", folder.path])
  }
}
