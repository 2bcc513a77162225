/// The arguments of `debounce` or `throttle`, which say when a delayed effect may start.
///
/// Made by these two methods. The effect registry, the part of a store that runs effects, decides
/// by them when the effect is registered (`EffectRegistry+Timing`).
package struct EffectTiming: Sendable {
  /// How effects with the same id affect each other.
  enum Rule: Sendable, Equatable {
    /// The next effect replaces this one, and the time begins again.
    case debounce
    /// The first starts at once; those that arrive within the window wait for its end.
    case throttle(latest: Bool)
  }

  let rule: Rule
  let id: AnyID
  let duration: Duration
  /// `nil` for the dependency `continuousClock`.
  let clock: (any Clock<Duration>)?
  let origin: SourceOrigin
}
