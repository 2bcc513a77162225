// flags: -default-isolation MainActor
import Ratchet

struct FactClient: DependencyKey {
  var fetch: @Sendable (Int) async throws -> String
  static let liveValue = FactClient { "\($0) is a number." }
}

#if MISTAKE
  extension DependencyValues {
    var facts: FactClient {
      get { self[FactClient.self] }
      set { self[FactClient.self] = newValue }
    }
  }
#else
  nonisolated extension DependencyValues {
    var facts: FactClient {
      get { self[FactClient.self] }
      set { self[FactClient.self] = newValue }
    }
  }
#endif

nonisolated struct Feature {
  @Dependency(\.facts) var facts  // error: does not conform to the 'Sendable' protocol
  // error: main actor-isolated default value in a nonisolated context
}
