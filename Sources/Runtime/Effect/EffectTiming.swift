/// The arguments of `debounce` or `throttle`, which say when a delayed effect may start.
///
/// Made by these two methods of `Effect`. Used by the effect registry, the part of a store that
/// runs effects, to decide whether an effect starts, waits, or is dropped
/// (`EffectRegistry+Timing`).
package struct EffectTiming: Sendable {
  /// How effects with the same id affect each other.
  enum Rule: Sendable, Equatable {
    /// The next effect replaces this one, and the time begins again.
    case debounce
    /// The first starts at once. When the window of time after it ends, one of those that arrived
    /// within it starts: the newest if `latest` is true, otherwise the first of them.
    case throttle(latest: Bool)
  }

  let rule: Rule
  /// Identifies the effects that affect each other; also their cancel id.
  let id: AnyID
  let duration: Duration
  /// `nil` for the dependency `continuousClock`.
  let clock: (any Clock<Duration>)?
  let origin: SourceOrigin
}
