#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records what sources such as `uuid` and `date` answer to the reads of reducers, or gives a
/// replayed reducer the recorded answers again.
///
/// The dependencies of a store that is recorded have a tape, and so do those of a replay. A source
/// looks up the tape at each use instead of holding it, so the reads of a source that one part of a
/// feature replaces are recorded, too. So a source that is handed on is bound to no feature: a use
/// belongs to the reducer that runs. Only reads on the thread of a reducer while it runs are
/// recorded: what an effect reads reaches the state only through the actions that the effect sends.
///
/// A recorded store runs its reducer in `record(_:)`. A replay calls `begin(_:)` before a reducer
/// and `problemAtEnd()` after it. Sources call `read` in between.
package final class ReadTape: Sendable {
  /// What a source answered to a read, under the name of the source; encoded as that value.
  package struct Answer: Encodable, Sendable {
    private enum Content {
      case json([UInt8])
      case value(any Sendable)
    }

    package let name: String
    private let content: Content

    /// Whether the store took the value from its shared storage, instead of a reducer reading it.
    package var isArrival: Bool { ReadTape.isArrival(name) }

    /// Makes an answer from a recording.
    package init(_ name: String, json: [UInt8]) {
      self.name = name
      content = .json(json)
    }

    fileprivate init(_ name: String, _ value: any Sendable) {
      self.name = name
      content = .value(value)
    }

    package func encode(to encoder: any Encoder) throws {
      guard case .value(let value as any Encodable) = content else { return }
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }

    /// The value, if it has this type.
    package func value<Value: Decodable>(as type: Value.Type) -> Value? {
      switch content {
      case .json(let json): try? Self.decoder.decode(type, from: Data(json))
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

  /// A reducer that runs.
  private struct Run {
    let thread = ThreadIdentity.current
    /// The answers so far; in a replay those to come, of which the last one is next.
    var answers: [Answer] = []
    /// Whether a source is making a value; its reads of other sources are not recorded, because a
    /// replay does not repeat them.
    var isMaking = false
  }

  private struct State {
    var run: Run?
    /// The reads of the reducer that returned last.
    var reads: [Answer] = []
    /// The first read that does not match its answer, in words.
    var problem: String?

    /// Whether a reducer runs that reads on this thread.
    var isReading: Bool { run?.thread == .current && run?.isMaking == false }

    /// Records an answer, which the source has made.
    mutating func record(_ name: String, _ value: any Sendable) {
      run?.isMaking = false
      run?.answers.append(Answer(name, value))
    }

    mutating func fail(_ text: String) { problem = problem ?? text }

    /// Takes out the recorded answer to a read.
    mutating func nextAnswer(to name: String) -> Answer? {
      guard isReading else { return nil }
      guard let answer = run?.answers.popLast() else {
        fail("\"\(name)\" was read more often than in the recording")
        return nil
      }
      if answer.name == name { return answer }
      fail(#""\#(name)" was read, but the recording has "\#(answer.name)" here"#)
      return nil
    }
  }

  /// Whether it records what is read in the closure given to ``record(_:)``, instead of answering.
  fileprivate let isRecording: Bool
  private let state = Locked(State())

  fileprivate init(isRecording: Bool) {
    self.isRecording = isRecording
  }

  /// Makes a tape that answers with what is given to ``begin(_:)``.
  package static func answering() -> ReadTape { ReadTape(isRecording: false) }

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
  package func record<Result>(_ reduce: () -> Result) -> Result {
    let outer = state.withLock { exchange(&$0.run, with: Run()) }
    defer { state.withLock { $0.reads = exchange(&$0.run, with: outer)?.answers ?? [] } }
    return reduce()
  }

  /// The reads of the reducer that returned last, for each observer that asks.
  package var reads: [Answer] { state.withLock { $0.reads } }

  /// Begins a replayed reducer on this thread: answers what it reads with these values, in order.
  package func begin(_ answers: [Answer]) {
    state.withLock { $0 = State(run: Run(answers: answers.reversed())) }
  }

  /// Ends a replayed reducer; returns how its reads differ from the answers, or `nil`.
  package func problemAtEnd() -> String? {
    state.withLock { state in
      let rest = exchange(&state.run, with: nil)?.answers ?? []
      guard state.problem == nil, let next = rest.last else { return state.problem }
      return rest.count == 1
        ? #"the recording has a read of "\#(next.name)" that was not made"#
        : #"the recording has \#(rest.count) reads that were not made, first "\#(next.name)""#
    }
  }

  // MARK: - Reads

  /// Returns the next value of a source: in a replay, the recorded value; otherwise the value that
  /// `make` returns, which is recorded if a recorded reducer runs on this thread.
  ///
  /// A value whose type is not encodable and decodable is neither recorded nor answered.
  func read<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value {
    guard let type = Value.self as? any Codable.Type else { return make() }
    if isRecording { return recorded(name, make) }
    guard let answer = state.withLock({ $0.nextAnswer(to: name) }) else { return make() }
    // Unwrapped before the cast, because a cast of `nil` to an optional type succeeds.
    if let value = answer.value(as: type), let value = value as? Value { return value }
    state.withLock { $0.fail(#"the recorded value of "\#(name)" is not of type '\#(Value.self)'"#) }
    return make()
  }

  /// Makes a value, and records it if a recorded reducer runs on this thread.
  private func recorded<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value {
    guard state.withLock({ $0.isReading }) else { return make() }
    state.withLock { $0.run?.isMaking = true }
    let value = make()
    state.withLock { $0.record(name, value) }
    return value
  }

  /// Reads a value with the tape in force, if there is one.
  package static func readFromCurrent<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value
  {
    current?.read(name, make) ?? make()
  }

  /// Whether an answer with this name is a value that the store took from its shared storage.
  package static func isArrival(_ name: String) -> Bool { name.hasPrefix(arrivalPrefix) }

  /// The name of a value that the store took from its shared storage, for an answer.
  package static func arrivalName(of key: String) -> String { arrivalPrefix + key }

  /// Records a value that the store of the running reducer took from its shared storage, if reads
  /// are recorded and the value can be encoded.
  package static func recordArrival<Value: Sendable>(of key: String, _ value: Value) {
    guard let tape = current, tape.isRecording, value is any Encodable else { return }
    tape.state.withLock {
      if $0.run?.thread == .current { $0.record(arrivalName(of: key), value) }
    }
  }
}

private let arrivalPrefix = "shared:"

enum ReadTapeKey: TestDependencyKey {
  static var testValue: ReadTape? { nil }
}

extension DependencyValues {
  /// The tape that records what reducers read, if an observer has asked for one.
  package var recordingTape: ReadTape? {
    guard let tape = overrideValue(for: ReadTapeKey.self) ?? nil, tape.isRecording else {
      return nil
    }
    return tape
  }

  /// Sets and returns a tape that records reads; all observers of a store share one tape.
  package mutating func recordReads() -> ReadTape {
    if let recordingTape { return recordingTape }
    let tape = ReadTape(isRecording: true)
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
