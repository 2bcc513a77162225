import Foundation
import TestSupport
import Testing

@Suite("A part of a file")
struct PartTests {
  private let folder: Folder
  private let server: WebServer

  init() throws {
    folder = try Folder()
    server = try WebServer()
  }

  @Test(
    "is not written to a file that is another program's",
    arguments: ["ln -s theirs f.part", "ln theirs f.part", "cp theirs f.part", "cp theirs f.tag"])
  func foreignFile(_ command: String) throws {
    try folder.write("theirs", to: "theirs")
    _ = try PipedResult("/bin/sh", ["-c", command], in: folder)
    let names = try folder.names
    let result = try PipedResult("downloads", arguments)
    let name = try #require(command.split(separator: " ").last)
    #expect(result.lines.first == "f: error: \(name) belongs to another program, writing it")
    #expect(result.ending == .exited(74))
    #expect(Set(names).isSubset(of: try folder.names))
    #expect(try folder.text(of: "theirs") == "theirs")
    #expect(try folder.text(of: String(name)) == "theirs")
  }

  @Test("does not take the place of a file that somebody has made meanwhile")
  func madeMeanwhile() throws {
    let run = try start()
    let request = try #require(server.nextRequest())
    sendHalf(to: request)
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    try folder.write("theirs", to: "f")
    server.send(bytes: 500..<1000, to: request)
    #expect(run.seeLine("f: error: File exists, writing it"))
    #expect(try folder.text(of: "f") == "theirs")
  }

  @Test(
    "begins anew where two versions may have the same name",
    arguments: ["ETag: W/\"1\"", "Last-Modified: Thu, 26 Nov 2026 10:00:00 GMT"])
  func weakVersion(_ fields: String) throws {
    let run = try start()
    let request = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\nContent-Length: 1000\n\(fields)\n\n", to: request)
    server.send(bytes: 0..<500, to: request)
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    run.program.send(SIGKILL)
    run.program.wait()
    let again = try start()
    let next = try #require(server.nextRequest())
    #expect(next.fields == [])
    server.send("HTTP/1.0 200 OK\nContent-Length: 1000\n\n", to: next)
    server.send(bytes: 0..<1000, to: next)
    #expect(again.seeLine("f: done, 1000 bytes"))
    #expect(try folder.names == ["f"])
  }

  @Test("begins anew when the part that the server sends is of another version")
  func partOfOtherVersion() throws {
    try leaveHalf()
    let run = try start()
    server.answer(
      try #require(server.nextRequest()),
      status: "206 Partial Content\nETag: \"2\"\nContent-Range: bytes 500-502/503", "abc")
    #expect(run.seeLine("f: 0 bytes, attempt 2 in 1 s: it cannot be continued, and begins anew"))
  }

  @Test("of another URL stays as it is while that one sends nothing")
  func otherURL() throws {
    try leaveHalf()
    let other = try PipedRun(
      "downloads", ["--get", server.url + "/other/f", "--into", folder.path])
    server.answer(try #require(server.nextRequest()), status: "404 Not Found")
    #expect(other.seeLine("f: error: status 404 from the server"))
    other.program.send(SIGTERM)
    other.program.wait()
    #expect(try folder.names == ["f.part", "f.tag"])
    let again = try start()
    #expect(try #require(server.nextRequest()).fields.contains { $0.contains("bytes=500-") })
    again.program.send(SIGKILL)
  }

  @Test("is not taken for the whole if the server sends less than the rest")
  func partOfRest() throws {
    try leaveHalf()
    let run = try start()
    let request = try #require(server.nextRequest())
    server.send(
      """
      HTTP/1.0 206 Partial Content
      Content-Length: 100
      ETag: "1"
      Content-Range: bytes 500-599/1000


      """, to: request)
    server.send(bytes: 500..<600, to: request)
    server.end(request)
    let next = try #require(server.nextRequest())
    #expect(next.fields.contains { $0.contains("bytes=600-") })
    #expect(try folder.names == ["f.part", "f.tag"])
    run.program.send(SIGKILL)
  }

  // MARK: - Fixtures

  private var arguments: [String] { ["--get", server.url + "/f", "--into", folder.path] }

  private func start() throws -> PipedRun {
    try PipedRun("downloads", arguments)
  }

  /// Downloads half of the file, and kills the program.
  private func leaveHalf() throws {
    let run = try start()
    sendHalf(to: try #require(server.nextRequest()))
    #expect(run.seeLine("f: 50 % of 1000 bytes"))
    run.program.send(SIGKILL)
    run.program.wait()
  }

  private func sendHalf(to request: WebServer.Request) {
    server.send("HTTP/1.0 200 OK\nContent-Length: 1000\nETag: \"1\"\n\n", to: request)
    server.send(bytes: 0..<500, to: request)
  }
}
