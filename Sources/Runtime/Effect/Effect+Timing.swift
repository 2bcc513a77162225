extension Effect {
  /// This effect, delayed until no other effect with the same id has arrived for a given time.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   state.query = query
  ///   return .run { send in await send(.response(search.results(for: query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300))
  /// ```
  ///
  /// The next effect with this id in this feature replaces this effect, even if it has started. An
  /// effect that arrives exactly at the deadline still replaces a waiting effect that has not
  /// started. Like any other effect, a waiting effect is in flight, ends with its feature, and can
  /// be cancelled with ``cancel(id:)``.
  ///
  /// - Parameters:
  ///   - id: Identifies the effects that replace each other; also a cancel id.
  ///   - duration: How long no other effect may arrive.
  ///   - clock: The clock that measures the time; the dependency `continuousClock` if `nil`.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: The delayed effect.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    timed(.debounce, AnyID(ofEffect: id), duration, clock, SourceOrigin(fileID: fileID, line: line))
  }

  /// This effect, limited to one start in each span of time.
  ///
  /// ```swift
  /// case .scrolled(let position):
  ///   state.position = position
  ///   return .run { _ in await positions.save(position) }
  ///     .throttle(id: CancelID.save, for: .seconds(1), latest: true)
  /// ```
  ///
  /// The first effect with the id starts at once. Effects that arrive within `duration` after it
  /// wait for the end of that window, when one of them starts: the newest if `latest` is true,
  /// otherwise the first. Then a new window begins. An effect that arrives exactly at the deadline
  /// still competes with a waiting effect that has not started.
  ///
  /// Like any other effect, a waiting effect is in flight, ends with its feature, and can be
  /// cancelled with ``cancel(id:)``. An idle throttle window does not keep the store in flight: it
  /// delays neither `finish()` nor the end of a test.
  ///
  /// - Parameters:
  ///   - id: Identifies the effects that share the window; also a cancel id.
  ///   - duration: The length of the window.
  ///   - latest: Whether the newest waiting effect starts when the window ends, or the first.
  ///   - clock: The clock that measures the time; the dependency `continuousClock` if `nil`.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: The throttled effect.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return timed(.throttle(latest: latest), AnyID(ofEffect: id), duration, clock, origin)
  }

  private func timed(
    _ rule: EffectTiming.Rule, _ id: AnyID, _ duration: Duration,
    _ clock: (any Clock<Duration>)?, _ origin: SourceOrigin
  ) -> Self {
    if isNone { return self }
    // Capped, because adding a duration such as `.seconds(.max)` to an instant would trap.
    let timing = EffectTiming(
      rule: rule, id: id, duration: duration.capped, clock: clock, origin: origin)
    return Self(.timed(tree, timing))
  }
}
