#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records the values that reducers take (read) from sources such as `uuid` and `date`, or gives a
/// replayed reducer the recorded values again (answers).
///
/// The dependencies of a store that is recorded have a tape, and those of a replay. Each source
/// looks for the tape whenever it is used, so that it makes no difference which part of a feature
/// has which source. Only reads on the thread of a reducer while it runs are recorded: what effects
/// read shows in the actions that they send.
///
/// A recorded store runs its reducer in `keep(_:)`. A replay calls `begin(_:)` before a reducer and
/// `problemAtEnd()` after it. Sources call `read` in between.
package final class ReadTape: Sendable {
  /// One value that was read, under the name of its source.
  package struct Read: Sendable {
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

  /// One recorded value, to answer a read with, under the name of its source.
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

    package init(_ read: Read) {
      name = read.name
      content = .value(read.value)
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
    /// Records reads, in order. The tape stays in this mode.
    case keeping([Read])
    /// Answers reads; the next answer is the last one. The tape stays in this mode.
    case answering([Answer])
  }

  private struct State {
    var mode: Mode
    /// The thread on which a reducer runs, while it runs.
    var thread: ThreadIdentity?
    /// Whether a source is making a value, and may read from other sources, which is not recorded.
    var isMaking = false
    /// The reads of the reducer that returned last.
    var reads: [Read] = []
    /// The first read that does not match its answer, in words.
    var problem: String?

    mutating func fail(_ text: String) {
      if problem == nil { problem = text }
    }

    /// Records a read, whose source has made the value.
    mutating func keep(_ read: Read) {
      isMaking = false
      guard case .keeping(var reads) = mode else { return }
      // Takes the array out of the mode, so that appending does not copy it.
      mode = .keeping([])
      reads.append(read)
      mode = .keeping(reads)
    }
  }

  private let state: Locked<State>

  private init(_ mode: Mode) {
    state = Locked(State(mode: mode))
  }

  /// Makes a tape that records what is read in the closure given to ``keep(_:)``.
  package static func keeping() -> ReadTape { ReadTape(.keeping([])) }

  /// Makes a tape that answers with what is given to ``begin(_:)``.
  package static func answering() -> ReadTape { ReadTape(.answering([])) }

  fileprivate var isKeeping: Bool {
    state.withLock { if case .keeping = $0.mode { true } else { false } }
  }

  /// The tape in the dependencies in force.
  static var current: ReadTape? {
    // Not read like other dependencies, which would be recorded as a dependency of the value that
    // is being created.
    DependencyValues.current.overrideValue(for: ReadTapeKey.self) ?? nil
  }

  // MARK: - Around a reducer

  /// Records what a reducer reads while `reduce` runs it on this thread.
  ///
  /// If the reducer calls another store, the reads of that store's reducer are recorded separately.
  package func keep<Result>(_ reduce: () -> Result) -> Result {
    let outer = state.withLock { state in
      let outer = (state.mode, state.thread, state.isMaking)
      (state.mode, state.thread, state.isMaking) = (.keeping([]), .current, false)
      return outer
    }
    defer {
      state.withLock { state in
        if case .keeping(let reads) = state.mode { state.reads = reads }
        (state.mode, state.thread, state.isMaking) = outer
      }
    }
    return reduce()
  }

  /// The reads of the reducer that returned last, for each observer that asks.
  package var reads: [Read] { state.withLock { $0.reads } }

  /// Begins a replayed reducer on this thread: answers what it reads with these values, in order.
  package func begin(_ answers: [Answer]) {
    state.withLock { state in
      state.thread = .current
      state.mode = .answering(answers.reversed())
      state.problem = nil
    }
  }

  /// Ends a replayed reducer; returns how its reads differ from the answers, or `nil`.
  package func problemAtEnd() -> String? {
    state.withLock { state in
      state.thread = nil
      guard case .answering(let rest) = state.mode, state.problem == nil else {
        return state.problem
      }
      guard let next = rest.last else { return nil }
      let more = rest.count > 1 ? " and \(rest.count - 1) more" : ""
      return "the recording has a read of '\(next.name)'\(more) that was not made"
    }
  }

  // MARK: - Reads

  /// Returns the next value of a source: in a replay, the recorded value; otherwise the value that
  /// `make` returns, which is recorded if a recorded reducer runs on this thread.
  func read<Value: Codable & Sendable>(_ name: String, _ make: () -> Value) -> Value {
    read(name, make, as: { $0 }) { $0.value(as: Value.self) }
  }

  /// Reads a value whose type may not be encodable and decodable; then it is neither recorded nor
  /// answered.
  package static func read<Value: Sendable>(any name: String, _ make: () -> Value) -> Value {
    guard let tape = current, let type = Value.self as? any (Encodable & Decodable).Type else {
      return make()
    }
    return tape.read(name, make, as: Arrival.init) { answer in
      // Only a value is cast: a missing one could be cast to an optional type.
      answer.value(as: type).flatMap { $0 as? Value }
    }
  }

  private func read<Value: Sendable>(
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
          state.fail("'\(name)' was read more often than in the recording")
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
      state.withLock { $0.keep(Read(name, encodable(value))) }
      return value
    case .answer(let answer): return value(of: answer, for: name, decode) ?? make()
    }
  }

  /// Records a value that the store of the running reducer took from its shared storage, if reads
  /// are recorded and the value can be encoded.
  package static func keep<Value: Sendable>(_ name: String, _ value: Value) {
    guard let tape = current, value is any Encodable else { return }
    tape.state.withLock { state in
      if state.thread == .current { state.keep(Read(name, Arrival(value: value))) }
    }
  }

  /// How to handle a read: make a value without recording it (aside), make and record it (kept), or
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
      problem = "'\(name)' was read, where the recording has '\(answer.name)'"
    } else if let value = decode(answer) {
      return value
    }
    let text = problem ?? "what the recording has for '\(name)' is no '\(Value.self)'"
    state.withLock { $0.fail(text) }
    return nil
  }
}

enum ReadTapeKey: DependencyKey {
  static var liveValue: ReadTape? { nil }
  static var testValue: ReadTape? { nil }
}

extension DependencyValues {
  /// The tape that records what reducers read, if an observer has asked for one.
  package var keepingTape: ReadTape? {
    guard let tape = overrideValue(for: ReadTapeKey.self) ?? nil, tape.isKeeping else { return nil }
    return tape
  }

  /// Sets and returns a tape that records reads; all observers of a store share one tape.
  package mutating func keepReads() -> ReadTape {
    if let keepingTape { return keepingTape }
    let tape = ReadTape.keeping()
    self[ReadTapeKey.self] = tape
    return tape
  }

  /// Sets a tape that answers what reducers read, for a replay.
  ///
  /// Where the tape has no answer, built-in sources give constants, and never a failure.
  package mutating func answerReads(by tape: ReadTape) {
    uuid = .constant(UUID(0))
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    randomNumberGenerator = .seeded(0)
    self[ReadTapeKey.self] = tape
  }

  /// The continuous clock that was set, else the live one: a recorder measures time with it, even
  /// in a test that sets no clock, where another read would be a failure.
  package var clockOrLive: any Clock<Duration> {
    overrideValue(for: ContinuousClockKey.self) ?? ContinuousClockKey.liveValue
  }
}
