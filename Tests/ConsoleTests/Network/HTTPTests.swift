import Foundation
import TestSupport
import Testing

@testable import Console

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
    var response = try await answer.value
    #expect(response.head.status == 206)
    #expect(response.head["content-length"] == "5")
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
    await #expect(throws: HTTPError.tooLong(limit: 100_000)) {
      try await response.contents(upTo: 100_000)
    }
  }

  @Test("is given up when nothing comes for a time")
  func timeout() async throws {
    let answer = try get("/", timeout: .milliseconds(20))
    await #expect(throws: HTTPError.timedOut(.milliseconds(20))) { try await answer.value }
  }

  @Test("is given up at once when its task is cancelled, while its head or its content is awaited")
  func cancelled() async throws {
    let head = try get("/")
    let first = try #require(server.nextRequest())
    head.cancel()
    await #expect(throws: CancellationError.self) { try await head.value }
    #expect(server.waitForClose(of: first))

    let content = Task.detached(executorPreference: clients) { [url = try url("/")] in
      try await HTTPResponse(getting: url, timeout: .seconds(60)).contents(upTo: 10)
    }
    let second = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\n\nhell", to: second)
    content.cancel()
    await #expect(throws: CancellationError.self) { try await content.value }
    #expect(server.waitForClose(of: second))
  }

  @Test("does not come from where nobody is")
  func unreachable() async throws {
    let answer = try get("/")
    #expect(server.nextRequest()?.path == "/")
    server.stop()
    await #expect(throws: HTTPError.connectionLost) { try await answer.value }
    let refused = try get("/")
    await #expect(throws: HTTPError.refused) { try await refused.value }
    let unknown = URL(string: "http://host.invalid/")
    await #expect(throws: HTTPError.unknownHost("host.invalid")) {
      _ = try await HTTPResponse(getting: try #require(unknown), timeout: .seconds(60))
    }
  }

  @Test("without an end of its head is no answer")
  func endlessHead() async throws {
    let answer = try get("/")
    let request = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\nX: ", to: request)
    server.send(bytes: 700..<1_000_000, to: request)
    await #expect(throws: HTTPError.notHTTP) { try await answer.value }
  }

  private func url(_ path: String) throws -> URL {
    try #require(URL(string: server.url + path))
  }

  private func get(
    _ path: String, _ fields: [String: String] = [:], timeout: Duration = .seconds(60)
  ) throws -> Task<HTTPResponse, any Error> {
    Task.detached(executorPreference: clients) { [url = try url(path)] in
      try await HTTPResponse(getting: url, fields, timeout: timeout)
    }
  }
}

@Suite("The head of an answer")
struct HTTPHeadTests {
  @Test("has a status, and fields whose names may be in any case")
  func fields() throws {
    let head = try #require(
      try HTTPHead("HTTP/1.1 206 \r\nETag:  \"a:b\" \r\nEmpty:\r\nCONTENT-length: 7"))
    #expect(head.status == 206)
    #expect(head["etag"] == "\"a:b\"")
    #expect(head["EMPTY"] == "")
    #expect(head["none"] == nil)
    #expect(head.length == 7)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "HTTP/1.0", "HTTP/2 200", "HTTP/1.0 20", "HTTP/1.0 2000", "HTTP/1.0 -20", "SSH-2.0-x y",
      "HTTP/1.0 200 OK\r\nno field",
    ])
  func wrong(_ text: String) throws {
    #expect(try HTTPHead(text) == nil)
  }

  @Test(
    "has no length that is no number, or an absurd one",
    arguments: ["-1", "+1", "1,1", "", "99999999999999999999", "9000000000000000000"])
  func wrongLength(_ length: String) {
    #expect(throws: HTTPError.wrongLength(length)) {
      try HTTPHead("HTTP/1.0 200 OK\r\nContent-Length: \(length)")
    }
  }
}
