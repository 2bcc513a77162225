#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records the values that reducers take (draw) from sources such as `uuid` and `date`, or gives a
/// replayed reducer the recorded values again (answers).
///
/// The dependencies of a store that is recorded have a tape, and those of a replay. Each source
/// looks for the tape whenever it is used, so that it makes no difference which part of a feature
/// has which source. Only draws on the thread of a reducer while it runs are recorded: what effects
/// draw shows in the actions that they send.
///
/// A recorded store runs its reducer in `keep(_:)`. A replay calls `begin(_:)` before a reducer and
/// `problemAtEnd()` after it. Sources call `draw` in between.
package final class DrawTape: Sendable {
  /// One value that was drawn, under the name of its source.
  package struct Draw: Sendable {
    package let name: String
    package let value: any Encodable & Sendable

    package init(_ name: String, _ value: any Encodable & Sendable) {
      self.name = name
      self.value = value
    }
  }

  /// A value of a shared key, which is known to be encodable only from its type at run time.
  private struct Arrival: Encodable, Sendable {
    let value: any Sendable

    func encode(to encoder: any Encoder) throws {
      try (value as? any Encodable)?.encode(to: encoder)
    }
  }

  /// One recorded value, to answer a draw with, under the name of its source.
  package struct Answer: Sendable {
    fileprivate enum Content {
      case json([UInt8])
      case value(any Sendable)
    }

    package let name: String
    fileprivate let content: Content

    package init(_ name: String, json: [UInt8]) {
      self.name = name
      content = .json(json)
    }

    package init(_ draw: Draw) {
      name = draw.name
      content = .value(draw.value)
    }

    /// The value, if it is of this type.
    package func value<Value: Decodable>(as type: Value.Type) -> Value? {
      switch content {
      case .json(let json): try? Self.decoder.decode(type, from: Data(json))
      case .value(let arrival as Arrival): arrival.value as? Value
      case .value(let value): value as? Value
      }
    }

    /// Decodes numbers that JSON does not have, such as infinity, from the texts written for them.
    private static var decoder: JSONDecoder {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return decoder
    }
  }

  private enum Mode {
    /// Records draws, in order. The tape stays in this mode.
    case keeping([Draw])
    /// Answers draws; the next answer is the last one. The tape stays in this mode.
    case answering([Answer])
  }

  private struct State {
    var mode: Mode
    /// The thread on which a reducer runs, while it runs.
    var thread: ThreadIdentity?
    /// Whether a source is making a value, and may draw from other sources, which is not recorded.
    var isMaking = false
    /// The draws of the reducer that returned last.
    var draws: [Draw] = []
    /// The first draw that does not match its answer, in words.
    var problem: String?

    mutating func fail(_ text: String) {
      if problem == nil { problem = text }
    }

    /// Records a draw, whose source has made the value.
    mutating func keep(_ draw: Draw) {
      isMaking = false
      guard case .keeping(var draws) = mode else { return }
      // Takes the array out of the mode, so that appending does not copy it.
      mode = .keeping([])
      draws.append(draw)
      mode = .keeping(draws)
    }
  }

  private let state: Locked<State>

  private init(_ mode: Mode) {
    state = Locked(State(mode: mode))
  }

  /// Makes a tape that records what is drawn in the closure given to ``keep(_:)``.
  package static func keeping() -> DrawTape { DrawTape(.keeping([])) }

  /// Makes a tape that answers with what is given to ``begin(_:)``.
  package static func answering() -> DrawTape { DrawTape(.answering([])) }

  fileprivate var isKeeping: Bool {
    state.withLock { if case .keeping = $0.mode { true } else { false } }
  }

  /// The tape in the dependencies in force.
  static var current: DrawTape? {
    // Not read like other dependencies, which would be recorded as a dependency of the value that
    // is being created.
    DependencyValues.current.overrideValue(for: DrawTapeKey.self) ?? nil
  }

  // MARK: - Around a reducer

  /// Records what a reducer draws while `reduce` runs it on this thread.
  ///
  /// If the reducer calls another store, the draws of that store's reducer are recorded separately.
  package func keep<Result>(_ reduce: () -> Result) -> Result {
    let outer = state.withLock { state in
      let outer = (state.mode, state.thread, state.isMaking)
      (state.mode, state.thread, state.isMaking) = (.keeping([]), .current, false)
      return outer
    }
    defer {
      state.withLock { state in
        if case .keeping(let draws) = state.mode { state.draws = draws }
        (state.mode, state.thread, state.isMaking) = outer
      }
    }
    return reduce()
  }

  /// The draws of the reducer that returned last, for each observer that asks.
  package var draws: [Draw] { state.withLock { $0.draws } }

  /// Begins a replayed reducer on this thread: answers what it draws with these values, in order.
  package func begin(_ answers: [Answer]) {
    state.withLock { state in
      state.thread = .current
      state.mode = .answering(answers.reversed())
      state.problem = nil
    }
  }

  /// Ends a replayed reducer; returns how its draws differ from the answers, or `nil`.
  package func problemAtEnd() -> String? {
    state.withLock { state in
      state.thread = nil
      guard case .answering(let rest) = state.mode, state.problem == nil else {
        return state.problem
      }
      guard let next = rest.last else { return nil }
      let more = rest.count > 1 ? " and \(rest.count - 1) more" : ""
      return "the recording has a draw of '\(next.name)'\(more) that was not asked for"
    }
  }

  // MARK: - Draws

  /// Returns the next value of a source: in a replay, the recorded value; otherwise the value that
  /// `make` returns, which is recorded if a recorded reducer runs on this thread.
  func draw<Value: Codable & Sendable>(_ name: String, _ make: () -> Value) -> Value {
    draw(name, make, as: { $0 }) { $0.value(as: Value.self) }
  }

  /// Draws a value whose type may not be encodable and decodable; then it is neither recorded nor
  /// answered.
  package static func draw<Value: Sendable>(any name: String, _ make: () -> Value) -> Value {
    guard let tape = current, let type = Value.self as? any (Encodable & Decodable).Type else {
      return make()
    }
    return tape.draw(name, make, as: Arrival.init) { answer in
      // Only a value is cast: a missing one could be cast to an optional type.
      answer.value(as: type).flatMap { $0 as? Value }
    }
  }

  private func draw<Value: Sendable>(
    _ name: String, _ make: () -> Value, as encodable: (Value) -> any Encodable & Sendable,
    _ decode: (Answer) -> Value?
  ) -> Value {
    let role = state.withLock { state -> Role in
      guard state.thread == .current, !state.isMaking else { return .aside }
      switch state.mode {
      case .keeping:
        state.isMaking = true
        return .kept
      case .answering(var rest):
        guard let next = rest.popLast() else {
          state.fail("'\(name)' was drawn from more often than in the recording")
          return .aside
        }
        state.mode = .answering(rest)
        return .answer(next)
      }
    }
    switch role {
    case .aside: return make()
    case .kept:
      let value = make()
      state.withLock { $0.keep(Draw(name, encodable(value))) }
      return value
    case .answer(let answer): return value(of: answer, for: name, decode) ?? make()
    }
  }

  /// Records a value that the store of the running reducer took from its shared storage, if draws
  /// are recorded and the value can be encoded.
  package static func keep<Value: Sendable>(_ name: String, _ value: Value) {
    guard let tape = current, value is any Encodable else { return }
    tape.state.withLock { state in
      if state.thread == .current { state.keep(Draw(name, Arrival(value: value))) }
    }
  }

  /// How to handle a draw: make a value without recording it (aside), make and record it (kept), or
  /// answer it.
  private enum Role {
    case aside, kept
    case answer(Answer)
  }

  private func value<Value>(
    of answer: Answer, for name: String, _ decode: (Answer) -> Value?
  ) -> Value? {
    var problem: String?
    if answer.name != name {
      problem = "'\(name)' was drawn from, where the recording has '\(answer.name)'"
    } else if let value = decode(answer) {
      return value
    }
    let text = problem ?? "what the recording has for '\(name)' is no '\(Value.self)'"
    state.withLock { $0.fail(text) }
    return nil
  }
}

enum DrawTapeKey: DependencyKey {
  static var liveValue: DrawTape? { nil }
  static var testValue: DrawTape? { nil }
}

extension DependencyValues {
  /// The tape that records what reducers draw, if an observer has asked for one.
  package var keepingTape: DrawTape? {
    guard let tape = overrideValue(for: DrawTapeKey.self) ?? nil, tape.isKeeping else { return nil }
    return tape
  }

  /// Sets and returns a tape that records draws; all observers of a store share one tape.
  package mutating func keepDraws() -> DrawTape {
    if let keepingTape { return keepingTape }
    let tape = DrawTape.keeping()
    self[DrawTapeKey.self] = tape
    return tape
  }

  /// Sets a tape that answers what reducers draw, for a replay.
  ///
  /// Where the tape has no answer, built-in sources give constants, and never a failure.
  package mutating func answerDraws(by tape: DrawTape) {
    uuid = .constant(UUID(0))
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    randomNumberGenerator = .seeded(0)
    self[DrawTapeKey.self] = tape
  }

  /// The continuous clock that was set, else the live one: a recorder measures time with it, even
  /// in a test that sets no clock, where another read would be a failure.
  package var clockOrLive: any Clock<Duration> {
    overrideValue(for: ContinuousClockKey.self) ?? ContinuousClockKey.liveValue
  }
}
