import RatchetDependencies
import Testing

@Suite("A call of an unimplemented closure")
struct UnimplementedTests {
  @Test("is reported, and gives the placeholder or throws an error without one")
  func reported() {
    let client = Client()
    let found = messages {
      #expect(client.none() == 1)
      client.nothing(1)
      #expect(client.two(2, "x") == "placeholder")
      #expect(throws: UnimplementedError(name: "Client.throwing")) { try client.throwing(1) }
    }
    let outcomes = [
      ("none", "It returned its placeholder"), ("nothing", "It returned its placeholder"),
      ("two", "It returned its placeholder"), ("throwing", "It threw an error"),
    ]
    #expect(
      found.map(\.text)
        == outcomes.map { name, outcome in
          """
          Unimplemented: "Client.\(name)" was called.

          \(outcome). To fix this, override it in the test store or with 'withDependencies'.
          """
        })
  }

  @Test("may be asynchronous, of any arity")
  func asynchronous() async throws {
    let client = Client()
    let found = Collected()
    await withDependencies {
      $0.log = { found.add($0) }
    } operation: {
      #expect(await client.later(1, 2, 3) == 4)
      await #expect(throws: UnimplementedError(name: "Client.laterThrowing")) {
        try await client.laterThrowing(1)
      }
    }
    #expect(found.messages.count == 2)
  }

  private struct Client {
    var nothing: @Sendable (Int) -> Void = unimplemented("Client.nothing")
    var none: @Sendable () -> Int = unimplemented("Client.none", placeholder: 1)
    var two: @Sendable (Int, String) -> String =
      unimplemented("Client.two", placeholder: "placeholder")
    var throwing: @Sendable (Int) throws -> String = unimplemented("Client.throwing")
    var later: @Sendable (Int, Int, Int) async -> Int =
      unimplemented("Client.later", placeholder: 4)
    var laterThrowing: @Sendable (Int) async throws -> Void =
      unimplemented("Client.laterThrowing")
  }
}
