import Foundation
import TestSupport
import Testing

@Suite("A file")
struct FileTests {
  private let folder: Folder
  private let server: WebServer

  init() throws {
    folder = try Folder()
    server = try WebServer()
  }

  @Test("is downloaded, has its name when it is whole, and is not downloaded again")
  func whole() throws {
    let run = try start()
    let request = try #require(server.nextRequest())
    #expect(request.path == "/f" && request.fields == [])
    sendHalf(to: request)
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    #expect(try folder.names == ["f.part", "f.tag"])
    server.send(bytes: 500..<1000, to: request)
    run.endInput()
    #expect(run.seeLine("f: done, 1000 bytes"))
    #expect(run.restOfOutput() == "1 of 1 file downloaded\n")
    #expect(run.program.wait() == .exited(0))
    try expectWhole()
    let again = try PipedResult("downloads", arguments)
    #expect(
      again.lines == ["f: already there, 1000 bytes", "0 of 1 file downloaded, 1 already there"])
    #expect(again.ending == .exited(0))
  }

  @Test("is continued after 'kill -9', with the bytes that are missing")
  func killed() throws {
    let run = try start()
    sendHalf(to: try #require(server.nextRequest()))
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    run.program.send(SIGKILL)
    #expect(run.program.wait() == .killed(by: SIGKILL))
    #expect(try folder.names == ["f.part", "f.tag"])
    try expectRest(try start())
  }

  @Test("is continued after a signal")
  func signal() throws {
    let run = try start()
    let request = try #require(server.nextRequest())
    sendHalf(to: request)
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    run.program.send(SIGTERM)
    #expect(run.program.wait() == .exited(128 + SIGTERM))
    #expect(
      run.restOfOutput() == "f: 50 % of 1000 bytes, paused\n0 of 1 file downloaded, 1 stopped\n")
    #expect(server.waitForClose(of: request))
    try expectRest(try start())
  }

  @Test("is continued after it was paused, also by the next run")
  func paused() throws {
    let run = try start()
    sendHalf(to: try #require(server.nextRequest()))
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    run.type("p")
    #expect(run.seeLine("f: 50 % of 1000 bytes, paused"))
    run.endInput()
    #expect(run.program.wait() == .exited(0))
    try expectRest(try start())
  }

  @Test("is continued by itself where the connection was lost", .enabled(if: Deep.isFull))
  func connectionLost() throws {
    let run = try start()
    let request = try #require(server.nextRequest())
    sendHalf(to: request)
    server.end(request)
    #expect(
      run.seeLine("f: 50 % of 1000 bytes, attempt 2 in 1 s: the connection was lost"))
    try expectRest(run)
  }

  @Test("begins anew when the server has another version of it")
  func otherVersion() throws {
    try kill()
    let run = try start()
    let request = try #require(server.nextRequest())
    #expect(request.fields == Self.restFields)
    server.send("HTTP/1.0 200 OK\nContent-Length: 1000\nETag: \"2\"\n\n", to: request)
    server.send(bytes: 0..<1000, to: request)
    #expect(run.seeLine("f: done, 1000 bytes"))
    try expectWhole()
  }

  @Test("begins anew where the server does not name the version", .enabled(if: Deep.isFull))
  func noVersion() throws {
    let run = try start()
    let request = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\nContent-Length: 1000\n\n", to: request)
    server.send(bytes: 0..<500, to: request)
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    server.end(request)
    let again = try #require(server.nextRequest())
    #expect(again.fields == [])
    server.send("HTTP/1.0 200 OK\n\n", to: again)
    server.send(bytes: 0..<1000, to: again)
    server.end(again)
    #expect(run.seeLine("f: done, 1000 bytes"))
    try expectWhole()
  }

  @Test("begins anew when there is more of it here than there is to have")
  func tooMuch() throws {
    try kill()
    let run = try start()
    let request = try #require(server.nextRequest())
    server.send(
      "HTTP/1.0 416 Range Not Satisfiable\nContent-Range: bytes */9\n\n", to: request)
    server.end(request)
    let again = try #require(server.nextRequest())
    #expect(again.fields == [])
    server.answer(again, "hello")
    #expect(run.seeLine("f: done, 5 bytes"))
    #expect(try folder.text(of: "f") == "hello")
  }

  @Test("gets its name when only that was missing")
  func onlyName() throws {
    try kill()
    let run = try start()
    let request = try #require(server.nextRequest())
    server.send(
      "HTTP/1.0 416 Range Not Satisfiable\nContent-Range: bytes */500\n\n", to: request)
    server.end(request)
    run.endInput()
    #expect(run.restOfOutput().hasSuffix("1 of 1 file downloaded\n"))
    #expect(try folder.names == ["f"])
  }

  @Test(
    "does not come from a server that answers otherwise",
    arguments: [
      ("404 Not Found", "status 404 from the server"),
      (
        "301 Moved\nLocation: ftp://127.0.0.1/f",
        "redirected to 'ftp://127.0.0.1/f', which is not http"
      ),
    ])
  func wrongAnswer(_ status: String, _ message: String) throws {
    try kill()
    let run = try start()
    server.answer(try #require(server.nextRequest()), status: status, "abc")
    run.endInput()
    #expect(run.restOfOutput() == "f: error: \(message)\n0 of 1 file downloaded, 1 failed\n")
    #expect(run.program.wait() == .exited(74))
    try expectRest(try start())
  }

  @Test(
    "begins anew when the server sends another part than the one asked for",
    .enabled(if: Deep.isFull))
  func wrongRange() throws {
    try kill()
    let run = try start()
    server.answer(
      try #require(server.nextRequest()),
      status: "206 Partial Content\nContent-Range: bytes 7-9/10", "abc")
    #expect(run.seeLine("f: 0 bytes, attempt 2 in 1 s: it cannot be continued, and begins anew"))
    let again = try #require(server.nextRequest())
    #expect(again.fields == [])
    server.answer(again, "hello")
    #expect(run.seeLine("f: done, 5 bytes"))
    #expect(try folder.names == ["f"])
  }

  @Test("is not taken for a part that nobody asked for")
  func partUnasked() throws {
    let run = try start()
    server.answer(try #require(server.nextRequest()), status: "206 Partial Content", "abc")
    #expect(run.seeLine("f: error: another part than the one asked for, from the server"))
  }

  @Test("that does not fit on the disk is told with the reason")
  func fullDisk() throws {
    let run = try PipedRun(
      "/bin/sh",
      ["-c", #"trap '' XFSZ; ulimit -f 0; exec "$0" "$@""#, "\(Program.folder)/downloads"]
        + arguments)
    sendHalf(to: try #require(server.nextRequest()))
    #expect(run.seeLine("f: error: File too large, writing it"))
    run.endInput()
    #expect(run.program.wait() == .exited(74))
    #expect(try folder.names == [])
  }

  @Test(
    "is downloaded by one of two programs, and the other one waits for it",
    .enabled(if: Deep.isFull))
  func twoPrograms() throws {
    let first = try start()
    let request = try #require(server.nextRequest())
    sendHalf(to: request)
    #expect(first.seeLine("f: 50 % of 1000 bytes"))
    let second = try start()
    #expect(second.seeLine("f: 0 bytes, attempt 2 in 1 s: another program downloads it"))
    server.send(bytes: 500..<1000, to: request)
    #expect(first.seeLine("f: done, 1000 bytes"))
    #expect(second.seeLine("f: already there, 1000 bytes"))
    try expectWhole()
  }

  // MARK: - Fixtures

  private static let restFields = ["If-Range: \"1\"", "Range: bytes=500-"]

  private var arguments: [String] { ["--get", server.url + "/f", "--into", folder.path] }

  private func start() throws -> PipedRun {
    try PipedRun("downloads", arguments)
  }

  private func sendHalf(to request: WebServer.Request) {
    server.send("HTTP/1.0 200 OK\nContent-Length: 1000\nETag: \"1\"\n\n", to: request)
    server.send(bytes: 0..<500, to: request)
  }

  /// A run that leaves half of the file.
  private func kill() throws {
    let run = try start()
    sendHalf(to: try #require(server.nextRequest()))
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    run.program.send(SIGKILL)
    run.program.wait()
  }

  /// Sends what is missing of the file, and that only.
  private func expectRest(_ run: PipedRun) throws {
    let request = try #require(server.nextRequest())
    #expect(request.fields == Self.restFields)
    server.send(
      """
      HTTP/1.0 206 Partial Content
      Content-Length: 500
      Content-Range: bytes 500-999/1000


      """, to: request)
    server.send(bytes: 500..<1000, to: request)
    #expect(run.seeLine("f: done, 1000 bytes"))
    try expectWhole()
  }

  private func expectWhole() throws {
    let bytes = try Data(contentsOf: URL(filePath: folder.path("f")))
    #expect(Array(bytes) == WebServer.content(1000))
    #expect(try folder.names == ["f"])
  }
}
