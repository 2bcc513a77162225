import Ratchet

struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

struct Facts {
  @Dependency(FactClient.self) var facts  // error: conform to 'DependencyKey'
}
