import Ratchet

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String
  static let liveValue = FactClient { "\($0) is a number." }
}

struct Facts {
  @Dependency(FactClient.self) var facts
}
