import Ratchet

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String
  static let liveValue = FactClient { "\($0) is a number." }
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

struct Facts {
  @Dependency(\.factClient) var facts
}
