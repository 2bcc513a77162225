import Foundation
import TestSupport
import Testing

@testable import downloads

@Suite("The program of downloads")
struct ProgramTests {
  private let folder: Folder
  private let server: WebServer

  init() throws {
    folder = try Folder()
    server = try WebServer()
  }

  @Test("asks for three files at once, and for the next one when one has come")
  func limit() throws {
    let run = try PipedRun("downloads", arguments(["a", "b", "c", "d"]))
    run.endInput()
    var requests: [String: WebServer.Request] = [:]
    for _ in 1...3 {
      let request = try #require(server.nextRequest())
      requests[request.path] = request
    }
    #expect(requests.keys.sorted() == ["/a", "/b", "/c"])
    server.answer(try #require(requests["/b"]), "b")
    let last = try #require(server.nextRequest())
    #expect(last.path == "/d")
    for request in [requests["/a"], requests["/c"], last] {
      server.answer(try #require(request), "x")
    }
    #expect(run.restOfOutput().hasSuffix("\n4 of 4 files downloaded\n"))
    #expect(run.program.wait() == .exited(0))
    #expect(try folder.names == ["a", "b", "c", "d"])
  }

  @Test("shows a bar for each file, and keys pause and resume it")
  func terminal() throws {
    let run = try TerminalRun(
      "downloads", arguments(["a", "b"]), shows: "0 of 2 files downloaded")
    var requests: [String: WebServer.Request] = [:]
    for _ in 1...2 {
      let request = try #require(server.nextRequest())
      requests[request.path] = request
      server.send("HTTP/1.0 200 OK\nContent-Length: 1000\nETag: \"1\"\n\n", to: request)
      server.send(bytes: 0..<700, to: request)
    }
    run.see("> a                        [#######---] 70 % of 1000 bytes")
    run.see("  b                        [#######---] 70 % of 1000 bytes")
    run.type("j ")
    run.see("> b                        [#######---] 70 % of 1000 bytes, paused")
    #expect(server.waitForClose(of: try #require(requests["/b"])))
    server.send(bytes: 700..<1000, to: try #require(requests["/a"]))
    run.see("  a                        [##########] done, 1000 bytes")
    run.type("p")
    let rest = try #require(server.nextRequest())
    #expect(rest.fields.last == "Range: bytes=700-")
    server.send(
      "HTTP/1.0 206 OK\nContent-Length: 300\nContent-Range: bytes 700-999/1000\n\n", to: rest)
    server.send(bytes: 700..<1000, to: rest)
    run.see("2 of 2 files downloaded")
    run.type("q")
    #expect(run.finish() == .exited(0))
    #expect(run.modes.fields == run.modesBefore.fields)
    #expect(run.screen.unknown == [] && run.screen.wraps == 0)
    #expect(run.screen.text == "before\n2 of 2 files downloaded")
  }

  @Test("does not hold a large file in its memory", .enabled(if: Deep.isFull))
  func large() throws {
    let run = try TerminalRun(
      "downloads", arguments(["a"]), shows: "0 of 1 file downloaded")
    let request = try #require(server.nextRequest())
    server.send("HTTP/1.0 200 OK\nContent-Length: 50000000\n\n", to: request)
    // Nothing but the test slows the server down, and what is not read yet is in memory. No piece
    // ends at a whole percentage, which might be rounded down.
    for start in stride(from: 0, to: 50_000_000, by: 1_010_000) {
      let end = min(start + 1_010_000, 50_000_000)
      server.send(bytes: start..<end, to: request)
      run.see(end < 50_000_000 ? "] \(end / 500_000) % of 50 MB" : "done, 50 MB")
    }
    // Without a file, the libraries take 40 MB.
    #expect(try #require(run.program.peakMemory) < 60_000_000)
    run.type("q")
    #expect(run.finish() == .exited(0))
    let size = try FileManager.default.attributesOfItem(atPath: folder.path("a"))[.size] as? Int
    #expect(size == 50_000_000)
  }

  @Test("gives files names that are free, and lead to no other folder")
  func names() throws {
    var options = Options()
    for path in ["/x/a", "/y/a", "/x/a", "/", "/..%2F..%2Fb", "/a.part", "/z/a", "/%0A"] {
      options.add(try #require(URL(string: "http://host\(path)")))
    }
    #expect(
      options.sources.map(\.name) == ["a", "2-a", "index", ".._.._b", "3-a.part", "4-a", " "])
    // With the end of a part's name, 255 bytes: the most that a name can have.
    for path in ["/x/", "/y/"] {
      let name = String(repeating: "ä", count: 126)
      options.add(try #require(URL(string: "http://host\(path)\(name)")))
    }
    #expect(options.sources.suffix(2).map(\.name.utf8.count) == [250, 250])
  }

  @Test(
    "refuses files beside a recording that names others, and to record to one of the files",
    arguments: [
      (
        ["--get", "http://h/a", "--resume", "run.jsonl"],
        "option '--get' cannot be used with '--resume', which names the files"
      ),
      (
        ["--get", "http://h/a", "--record", "a.part"],
        "'--get' and '--record' name the same file, './a.part'"
      ),
      (
        ["--into=", "--get", "http://h/a"], "option '--into' needs a folder, as in --into files"
      ),
    ])
  func refused(_ arguments: [String], _ message: String) throws {
    let run = try PipedResult("downloads", arguments, in: folder)
    #expect(run.errors == "downloads: \(message)\n")
    #expect(run.ending == .exited(64))
    #expect(try folder.names == [])
  }

  private func arguments(_ names: [String]) -> [String] {
    names.flatMap { ["--get", "\(server.url)/\($0)"] } + ["--into", folder.path]
  }
}
