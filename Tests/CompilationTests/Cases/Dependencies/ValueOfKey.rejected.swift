import Ratchet

final class Cache {
  var facts: [Int: String] = [:]
}

enum CacheKey: DependencyKey {  // error: type 'Cache' does not conform to the 'Sendable' protocol
  static var liveValue: Cache { Cache() }
}
