import Foundation
import TestSupport
import Testing
import WebClient

// On the main actor, since it waits for the server's lines: on a thread of Swift's pool, that could
// keep others from running. The client, for which it waits, needs none either.
@MainActor @Suite("An answer over HTTP")
struct HTTPTests {
  private let server: WebServer
  private let clients = QueueExecutor()

  init() throws {
    server = try WebServer()
  }

  @Test("is asked for with path, query and fields, and read to its end")
  func whole() async throws {
    let answer = try get("/a%20b?c=d%26", ["Range": "bytes=7-"])
    let request = try #require(server.nextRequest())
    #expect(request.path == "/a%20b?c=d%26")
    #expect(request.fields == ["Range: bytes=7-"])
    server.answer(request, status: "206 Partial Content", "hello")
    let response = try await answer.value
    #expect(response.status == 206)
    #expect(response["content-length"] == "5")
    #expect(try await response.nextBytes() == Array("hello".utf8))
    #expect(try await response.nextBytes() == nil)
  }

  @Test("comes in whatever pieces")
  func pieces() async throws {
    let answer = try get("/")
    let request = try #require(server.nextRequest())
    for piece in ["HTTP/1.0 2", "00 OK\nContent-Length: 10\nX: y\n", "\n"] {
      server.send(piece, to: request)
    }
    server.send(bytes: 0..<10, to: request)
    let response = try await answer.value
    #expect(try await response.contents(upTo: 10) == WebServer.content(10))
  }

  @Test("ends with the connection where no length is told, and with the length where more comes")
  func lengths() async throws {
    let first = try get("/")
    let open = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\n\nhello", to: open)
    server.end(open)
    #expect(try await first.value.contents(upTo: 5) == Array("hello".utf8))
    let second = try get("/")
    server.send(
      "HTTP/1.0 200 OK\nContent-Length: 2\n\nhello", to: try #require(server.nextRequest()))
    #expect(try await second.value.contents(upTo: 5) == Array("he".utf8))
  }

  @Test("is larger than memory should hold, and only read as far as it is asked for")
  func limit() async throws {
    let answer = try get("/")
    let request = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\n\n", to: request)
    server.send(bytes: 0..<100_000_000, to: request)
    let response = try await answer.value
    await #expect(throws: HTTPError("its answer is longer than 100000 bytes", isPassing: true)) {
      try await response.contents(upTo: 100_000)
    }
  }

  @Test("is given up when nothing comes for a time")
  func timeout() async throws {
    let answer = try get("/", timeout: .seconds(1))
    await #expect(throws: HTTPError("nothing came for a time", isPassing: true)) {
      try await answer.value
    }
  }

  @Test("is given up at once when its task is cancelled, while its head or its content is awaited")
  func cancelled() async throws {
    let head = try get("/")
    _ = try #require(server.nextRequest())
    head.cancel()
    await #expect(throws: CancellationError.self) { try await head.value }

    let content = Task.detached(executorPreference: clients) { [url = try url("/")] in
      try await HTTPResponse(getting: url, timeout: .seconds(60)).contents(upTo: 10)
    }
    let second = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\n\nhell", to: second)
    content.cancel()
    await #expect(throws: CancellationError.self) { try await content.value }
  }

  // In rounds: the request was once cancelled before the answer to the redirect in one of ten.
  @Test("is given up when it is redirected to what is not http")
  func redirected() async throws {
    let error = HTTPError("redirected to 'ftp://host/', which is not http", isPassing: false)
    for _ in 0..<50 {
      let answer = try get("/", redirects: 1)
      server.answer(
        try #require(server.nextRequest()), status: "301 Moved\nLocation: ftp://host/", "abc")
      await #expect(throws: error) { try await answer.value }
    }
  }

  @Test("does not come from where nobody is")
  func unreachable() async throws {
    let answer = try get("/")
    #expect(server.nextRequest()?.path == "/")
    server.stop()
    await #expect(throws: HTTPError("the connection was lost", isPassing: true)) {
      try await answer.value
    }
    let socket = try LocalSocket()
    defer { socket.close() }
    // Too long for a name: no other machine is asked for it.
    let host = String(repeating: "x", count: 64)
    for (url, error) in [
      (socket.url, HTTPError("the connection was refused", isPassing: true)),
      ("http://\(host)/", HTTPError("there is no host called '\(host)'", isPassing: false)),
    ] {
      await #expect(throws: error) {
        _ = try await HTTPResponse(getting: try #require(URL(string: url)), timeout: .seconds(60))
      }
    }
  }

  @Test(
    "may be in any form that HTTP has",
    arguments: [
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nhe\n3\nllo\n0\n\n",
      "HTTP/1.1 200 OK\nTransfer-Encoding: identity\nConnection: close\n\nhello",
      "HTTP/1.1 200 OK\nX: a\n b\nContent-Length: 5\n\nhello",
    ])
  func forms(_ text: String) async throws {
    let answer = try get("/")
    let request = try #require(server.nextRequest())
    server.send(text, to: request)
    server.end(request)
    #expect(try await answer.value.contents(upTo: 5) == Array("hello".utf8))
  }

  @Test(
    "in another form is no answer, and is not asked for again",
    arguments: ["SSH-2.0-OpenSSH\n", "HTTP/1.0 200 OK\nContent-Length: -5\n\nabc"])
  func otherForm(_ text: String) async throws {
    let answer = try get("/")
    let request = try #require(server.nextRequest())
    server.send(text, to: request)
    server.end(request)
    let error = await #expect(throws: HTTPError.self) { try await answer.value }
    #expect(error?.reason.hasPrefix("it did not answer as a web server does: ") == true)
    #expect(error?.isPassing == false)
  }

  private func url(_ path: String) throws -> URL {
    try #require(URL(string: server.url + path))
  }

  private func get(
    _ path: String, _ fields: [String: String] = [:], timeout: Duration = .seconds(60),
    redirects: Int = 0
  ) throws -> Task<HTTPResponse, any Error> {
    Task.detached(executorPreference: clients) { [url = try url(path)] in
      try await HTTPResponse(getting: url, fields, timeout: timeout, redirects: redirects)
    }
  }
}
