import Ratchet

struct Flags: DependencyKey {
  var isNew = false
  static var liveValue = Flags()  // error: 'liveValue' is not concurrency-safe
}
