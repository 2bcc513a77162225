/// When an effect begins that has to wait.
package struct EffectTiming: Sendable {
  /// What others with the same id do to it.
  enum Kind: Sendable, Equatable {
    /// The next one replaces it, and the time starts anew.
    case debounce
    /// The first begins at once; what follows within the time waits for its end.
    case throttle(latest: Bool)
  }

  let kind: Kind
  let id: AnyID
  let duration: Duration
  /// `nil` for the dependency `continuousClock`.
  let clock: (any Clock<Duration>)?
  let origin: SourceOrigin
}
