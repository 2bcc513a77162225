/// Sleeps until a debounced or throttled effect may start, and is then replaced by that effect.
///
/// A leaf is one unit of an effect's work. The effect registry adds an effect with this leaf, which
/// is in flight in place of the delayed effect while that must wait (`EffectRegistry+Timing`).
///
/// `@unchecked Sendable` is sound: this class adds constants of Sendable types.
final class WaitLeaf: EffectLeaf, @unchecked Sendable {
  private let wait: @Sendable () async throws -> Void
  private let begin: @MainActor @Sendable (RunningEffect) -> Void

  /// Makes a leaf that sleeps until a deadline; `begin` then replaces the waiting effect, its
  /// argument, with the delayed one.
  init<C: Clock>(
    _ timing: EffectTiming, until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (RunningEffect) -> Void
  ) {
    wait = { try await clock.sleep(until: deadline, tolerance: nil) }
    self.begin = begin
    let kind = timing.rule == .debounce ? Kind.debounce : .throttle
    super.init(kind, name: kind.rawValue, origin: timing.origin)
  }

  @MainActor override func run(_ effect: RunningEffect) async {
    do {
      try await wait()
      // Not cancelled meanwhile; `begin` ends this effect.
      if effect.outcome == nil { return begin(effect) }
    } catch {
      // A clock of the user may throw any error.
      if effect.recordFailure(error) { effect.reportUnhandled(error) }
    }
    effect.end()
  }
}
