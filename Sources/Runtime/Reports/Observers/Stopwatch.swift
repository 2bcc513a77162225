/// Measures the time since it was made, on a clock of any type.
///
/// Used by `EffectHistory` for the age of an effect.
struct Stopwatch {
  /// Reads the clock; a closure, because it hides the type of the clock's instants.
  private let read: () -> Duration

  init(_ clock: any Clock<Duration>) {
    read = Self.start(clock)
  }

  /// How much time has passed.
  var elapsed: Duration { read() }

  private static func start<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
    let begin = clock.now
    return { begin.duration(to: clock.now) }
  }
}
