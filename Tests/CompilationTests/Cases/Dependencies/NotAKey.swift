import Ratchet

#if MISTAKE
  struct FactClient: Sendable {
    var fetch: @Sendable (Int) async throws -> String
  }
#else
  struct FactClient: DependencyKey {
    var fetch: @Sendable (Int) async throws -> String
    static let liveValue = FactClient { "\($0) is a number." }
  }
#endif

struct Facts {
  @Dependency(FactClient.self) var facts  // error: conform to 'DependencyKey'
}
