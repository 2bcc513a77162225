import Foundation
import Ratchet
import TestSupport
import Testing

@testable import counter

@Suite("Facts over HTTP")
struct HTTPFactsTests {
  @Test("are the text at URL/<n>, without the spaces and line ends around it")
  func success() async throws {
    try await withFacts(.response(status: "200 OK", body: []), at: "/facts") { facts in
      let texts = try await [facts.fetch(7), facts.fetch(-7)]
      #expect(texts == ["asked for /facts/7", "asked for /facts/-7"])
    }
    let body = Array(" 7 is prime\r\n".utf8)
    try await withFacts(.response(status: "200 OK", body: body)) { facts in
      let text = try await facts.fetch(7)
      #expect(text == "7 is prime")
    }
  }

  @Test(
    "fail with a status other than 200, and with what is not UTF-8",
    arguments: [
      ("404 Not Found", FactError.status(404)), ("204 No Content", .status(204)),
      ("302 Found\r\nLocation: http://127.0.0.1:1/", .status(302)), ("200 OK", .notText),
    ])
  func failure(_ status: String, _ error: FactError) async throws {
    try await withFacts(.response(status: status, body: [0x37, 0xFF, 0xFE])) { facts in
      await #expect(throws: error) { try await facts.fetch(7) }
    }
  }

  @Test("fail when nobody listens")
  func refused() async throws {
    let socket = try LocalSocket()
    defer { socket.close() }
    let url = try #require(URL(string: socket.url))
    let answer = await FactClient.http(url)
      .answer(about: 7, within: .seconds(60), on: ContinuousClock())
    #expect(answer == .failure(.unreachable("the connection was refused")))
  }

  @Test("are given up when the effect is cancelled, and after the time limit")
  func givenUp() async throws {
    try await withFacts(.silence) { facts in
      let task = Task { try await facts.fetch(7) }
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
      let limit = Duration.milliseconds(50)
      let answer = await facts.answer(about: 7, within: limit, on: ContinuousClock())
      #expect(answer == .failure(.timedOut(limit)))
    }
  }

  // In a process of its own, which a crash would end; most cancels come before the first byte.
  @Test("can be cancelled at any moment", arguments: [true, false])
  func cancelled(isAnswered: Bool) async {
    await #expect(processExitsWith: .success) { [isAnswered = isAnswered as Bool] in
      let server = try FactServer(isAnswered ? .response(status: "200 OK", body: []) : .loss)
      let facts = FactClient.http(try #require(URL(string: server.url)))
      for round in 0..<200 {
        let limit = Duration.microseconds(round * round / 8)
        _ = try? await withTimeLimit(limit, on: ContinuousClock()) { try await facts.fetch(round) }
      }
    }
  }

  private func withFacts(
    _ answer: FactServer.Answer, at path: String = "",
    test: (FactClient) async throws -> Void
  ) async throws {
    let server = try FactServer(answer)
    defer { server.stop() }
    try await test(.http(try #require(URL(string: server.url + path))))
  }
}
