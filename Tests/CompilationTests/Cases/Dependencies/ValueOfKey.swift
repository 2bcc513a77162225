import Ratchet

#if MISTAKE
  final class Cache {
    var facts: [Int: String] = [:]
  }
#else
  final class Cache: Sendable {
    let facts: [Int: String] = [:]
  }
#endif

enum CacheKey: DependencyKey {  // error: type 'Cache' does not conform to the 'Sendable' protocol
  static var liveValue: Cache { Cache() }
}
