import Ratchet

final class Cache: Sendable {
  let facts: [Int: String] = [:]
}

enum CacheKey: DependencyKey {
  static var liveValue: Cache { Cache() }
}
