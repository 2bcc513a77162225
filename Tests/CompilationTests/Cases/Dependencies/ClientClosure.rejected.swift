import Ratchet

struct FactClient: DependencyKey {
  var fetch: (Int) async throws -> String  // error: has non-Sendable type
  static var liveValue: FactClient { FactClient { "\($0) is a number." } }
}
