// error: errors thrown from here are not handled
import RatchetTesting

func fetch() async throws -> Int { 1 }

#if MISTAKE
  @Test func fetches() async throws {
    // The compiler looks for errors that a closure throws before it expands macros, so it sees none
    // here.
    await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      #expect(try await fetch() == 1)
    }
  }
#else
  @Test func fetches() async throws {
    try await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      let number = try await fetch()
      #expect(number == 1)
    }
  }

  @Test func fetchesInOneExpression() async throws {
    try await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      try #expect(await fetch() == 1)
    }
  }

  @Test func fetchesInAClosureThatSaysThatItThrows() async throws {
    try await withDependencies {
      $0.uuid = .incrementing
    } operation: { () async throws in
      #expect(try await fetch() == 1)
    }
  }
#endif
