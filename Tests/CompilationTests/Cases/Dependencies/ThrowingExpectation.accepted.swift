import RatchetTesting

func fetch() async throws -> Int { 1 }

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
  } operation: { () async throws in
    #expect(try await fetch() == 1)
  }
}
