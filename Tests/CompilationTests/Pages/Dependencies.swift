// flags: -package-name $PACKAGE
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Test @MainActor func unimplementedClientIsNamed() async {
  let issues = await IssueCollector.issues {
    let store = TestStore(initialState: Song.State(title: "Blue")) {
      Song()
    } withDependencies: {
      $0.player.play = { _ in }
    }
    await store.send(.playTapped) { $0.volume = 1 }
    await store.receive(.ended)
  }
  #expect(issues.count == 1)
  #expect(issues.first?.hasPrefix(#"Unimplemented: "PlayerClient.volume" was called"#) == true)
}

@Test func quoteIsReplaced() async throws {
  let client = withDependencies {
    // block: $0[QuoteClient.self].quote = {
  } operation: {
    Dependency(QuoteClient.self).wrappedValue
  }
  #expect(try await client.quote("TEA") == Quote(symbol: "TEA", price: 42))
}

@Test func serverIsUnreachable() async {
  // Nothing listens on the discard port of this machine.
  let client = QuoteClient.http("http://127.0.0.1:9")
  await #expect(throws: URLError.self) { try await client.quote("TEA") }
}
