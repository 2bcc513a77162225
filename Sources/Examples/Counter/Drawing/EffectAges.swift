/// How long each effect has been in flight, in whole seconds, as the screen shows it.
struct EffectAges: Sendable {
  struct Age: Equatable, Sendable {
    var name: String
    var seconds: Int
  }

  typealias Instant = ContinuousClock.Instant

  private var seen: [(id: Int, name: String, since: Instant)] = []

  /// Takes note of what is in flight now: new effects begin at `now`, ended ones are forgotten.
  mutating func update(_ inFlight: [(id: Int, name: String)], now: Instant) {
    seen = inFlight.map { effect in
      let since = seen.first { $0.id == effect.id }?.since ?? now
      return (effect.id, effect.name, since)
    }
  }

  func ages(at now: Instant) -> [Age] {
    seen.map { Age(name: $0.name, seconds: Int((now - $0.since).components.seconds)) }
  }

  /// When an age changes next; nil when nothing is in flight, so that nothing need be drawn.
  func nextChange(after now: Instant) -> Instant? {
    seen.map { $0.since + .seconds((now - $0.since).components.seconds + 1) }.min()
  }
}
