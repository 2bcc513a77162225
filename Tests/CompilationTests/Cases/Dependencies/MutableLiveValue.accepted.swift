import Ratchet

struct Flags: DependencyKey {
  var isNew = false
  static let liveValue = Flags()
}
