import Ratchet

struct FactClient: DependencyKey {
  #if MISTAKE
    var fetch: (Int) async throws -> String  // error: has non-Sendable type
    static var liveValue: FactClient { FactClient { "\($0) is a number." } }
  #else
    var fetch: @Sendable (Int) async throws -> String
    static let liveValue = FactClient { "\($0) is a number." }
  #endif
}
