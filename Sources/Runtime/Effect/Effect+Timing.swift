extension Effect {
  /// This effect, begun when no other one with the same id has come for some time.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   state.query = query
  ///   return .run { send in await send(.response(search.results(for: query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300))
  /// ```
  ///
  /// The next effect with this id in this feature replaces it, also when it has begun: an effect that comes at the very
  /// deadline still replaces one that has not begun. Waiting is an effect like any other: it is in
  /// flight, ends with its feature, and is cancelled by ``cancel(id:)``.
  ///
  /// - Parameters:
  ///   - id: Names the effects that replace each other; also a cancel id.
  ///   - duration: How long it has to be quiet.
  ///   - clock: What measures the time; the dependency `continuousClock` if `nil`.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: The delayed effect.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    timed(.debounce, AnyID(id), duration, clock, SourceOrigin(fileID: fileID, line: line))
  }

  /// This effect, begun at most once in each span of time.
  ///
  /// ```swift
  /// case .scrolled(let position):
  ///   state.position = position
  ///   return .run { _ in await positions.save(position) }
  ///     .throttle(id: CancelID.save, for: .seconds(1), latest: true)
  /// ```
  ///
  /// The first effect with the id begins at once. Those that come within `duration` after it wait for the end of that
  /// time, where one of them begins: the newest if `latest` is true, else the first. Then the time starts
  /// anew. An effect that comes at the very deadline takes part in the choice if the one that waits has not begun.
  ///
  /// Waiting is an effect like any other: it is in flight, ends with its feature, and is cancelled by ``cancel(id:)``.
  /// A time in which nothing waits is none: it holds up neither `finish()` nor the end of a test.
  ///
  /// - Parameters:
  ///   - id: Names the effects that share the time; also a cancel id.
  ///   - duration: The span of time.
  ///   - latest: Which of those that came meanwhile begins at the end.
  ///   - clock: What measures the time; the dependency `continuousClock` if `nil`.
  ///   - fileID: Where the effect is made, for reports.
  ///   - line: Where the effect is made, for reports.
  /// - Returns: The limited effect.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool,
    clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let origin = SourceOrigin(fileID: fileID, line: line)
    return timed(.throttle(latest: latest), AnyID(id), duration, clock, origin)
  }

  private func timed(
    _ kind: EffectTiming.Kind, _ id: AnyID, _ duration: Duration,
    _ clock: (any Clock<Duration>)?, _ origin: SourceOrigin
  ) -> Self {
    if isNone { return self }
    let timing = EffectTiming(kind: kind, id: id, duration: duration, clock: clock, origin: origin)
    return Self(.of(.timed(tree, timing)))
  }
}
