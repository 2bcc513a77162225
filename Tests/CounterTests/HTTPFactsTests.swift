import Foundation
import Testing

@testable import counter

@Suite("Facts over HTTP")
struct HTTPFactsTests {
  @Test("are the text at URL/<n>")
  func success() async throws {
    let server = try FactServer(.response(status: "200 OK", body: []))
    defer { server.stop() }
    let facts = try client(server.url + "/facts")
    #expect(try await facts.fetch(7) == "asked for /facts/7")
    #expect(try await facts.fetch(-7) == "asked for /facts/-7")
  }

  @Test("come without the spaces and line ends around them")
  func trimmed() async throws {
    let server = try FactServer(.response(status: "200 OK", body: Array(" 7 is prime\r\n".utf8)))
    defer { server.stop() }
    let facts = try client(server.url)
    #expect(try await facts.fetch(7) == "7 is prime")
  }

  @Test(
    "fail with a status other than 200",
    arguments: [
      ("404 Not Found", 404), ("500 Oops", 500), ("204 No Content", 204),
      ("302 Found\r\nLocation: http://127.0.0.1:1/", 302),
    ])
  func status(_ status: String, _ code: Int) async throws {
    let server = try FactServer(.response(status: status, body: Array("x".utf8)))
    defer { server.stop() }
    let facts = try client(server.url)
    await #expect(throws: FactError.status(code)) { try await facts.fetch(7) }
  }

  @Test("fail when the text is not UTF-8")
  func notText() async throws {
    let server = try FactServer(.response(status: "200 OK", body: [0x37, 0xFF, 0xFE]))
    defer { server.stop() }
    let facts = try client(server.url)
    await #expect(throws: FactError.notText) { try await facts.fetch(7) }
  }

  @Test("fail when nobody listens")
  func refused() async throws {
    let facts = try client("http://127.0.0.1:\(FactServer.refusingPort())")
    let answer = await facts.answer(about: 7, within: .seconds(60), on: ContinuousClock())
    #expect(answer == .failure(.unreachable("the connection was refused")))
  }

  @Test("are given up when the effect is cancelled")
  func cancelled() async throws {
    let server = try FactServer(.silence)
    defer { server.stop() }
    let facts = try client(server.url)
    let task = Task { try await facts.fetch(7) }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
  }

  @Test("are given up after the time limit")
  func timeLimit() async throws {
    let server = try FactServer(.silence)
    defer { server.stop() }
    let client = try client(server.url)
    let answer = await client.answer(about: 7, within: .milliseconds(50), on: ContinuousClock())
    #expect(answer == .failure(.timedOut(.milliseconds(50))))
  }

  private func client(_ url: String) throws -> FactClient {
    .http(try #require(URL(string: url)))
  }
}
