import Ratchet

#if !MISTAKE
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
#endif

struct Facts {
  @Dependency(\.factClient) var facts  // error: cannot infer key path type from context
  // error: cannot convert value of type 'KeyPath<Root, Value>'
  // error: generic parameter 'Key' could not be inferred
}
