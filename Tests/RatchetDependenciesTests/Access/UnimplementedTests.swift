import RatchetDependencies
import Testing

@Suite struct UnimplementedTests {
  @Test("a call is reported and gives the placeholder") func aCallIsReportedAndGivesThePlaceholder()
  {
    let client = Client()
    let found = messages {
      #expect(client.none() == 1)
      #expect(client.two(2, "x") == "placeholder")
    }
    #expect(
      found.map(\.text) == [
        """
        Unimplemented: Client.none was called, and its placeholder was returned. \
        Override it where it is called, in a test store or with withDependencies.
        """,
        """
        Unimplemented: Client.two was called, and its placeholder was returned. \
        Override it where it is called, in a test store or with withDependencies.
        """,
      ]
    )
  }

  @Test("a call without placeholder is reported and throws")
  func aCallWithoutPlaceholderIsReportedAndThrows() {
    let client = Client()
    let found = messages {
      #expect(throws: UnimplementedError(name: "Client.throwing")) { try client.throwing(1) }
    }
    #expect(
      found.map(\.text) == [
        """
        Unimplemented: Client.throwing was called, and an error was thrown. \
        Override it where it is called, in a test store or with withDependencies.
        """
      ]
    )
  }

  @Test("asynchronous closures of any arity fit") func asynchronousClosuresOfAnyArityFit()
    async throws
  {
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
