/// Waits until an effect may begin, and makes place for it then.
final class WaitLeaf: EffectLeaf {
  let name: String?
  let origin: SourceOrigin?
  private let wait: @Sendable () async throws -> Void
  private let begin: @MainActor @Sendable (RunningEffect) -> Void
  /// Whether it waits for the end of a throttle's time.
  let isThrottled: Bool

  var rawPriority: UInt8? { nil }
  var isSend: Bool { false }

  /// Makes a leaf that waits for a clock; `begin` puts what follows into the place of the effect that waited.
  init<C: Clock>(
    _ timing: EffectTiming, until deadline: C.Instant, on clock: C,
    begin: @escaping @MainActor @Sendable (RunningEffect) -> Void
  ) {
    isThrottled = timing.kind != .debounce
    name = isThrottled ? "throttle" : "debounce"
    origin = timing.origin
    wait = { try await clock.sleep(until: deadline, tolerance: nil) }
    self.begin = begin
  }

  func start(_ effect: RunningEffect) {
    effect.startTask(self)
  }

  func run(_ effect: RunningEffect) async {
    do {
      try await wait()
      if effect.phase == .live { return begin(effect) }
    } catch is CancellationError {
    } catch {
      effect.ignore(error)
    }
    effect.end()
  }
}
