import Ratchet

struct Flags: DependencyKey {
  var isNew = false
  #if MISTAKE
    static var liveValue = Flags()  // error: 'liveValue' is not concurrency-safe
  #else
    static let liveValue = Flags()
  #endif
}
