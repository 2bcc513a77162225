#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records what reducers read from sources such as `uuid` and `date`, or gives replayed reducers
/// the recorded values again.
///
/// The dependencies of a recorded store have a tape, and so have the dependencies of a replay. A
/// recorded store runs its reducer in `record(_:)`. A replay calls `begin(_:)` before a reducer and
/// `problemAtEnd()` after it. Sources call `read` in between.
///
/// A source does not hold the tape; it looks up the tape in force at each use. So reads are
/// recorded even if a part of a feature has replaced the source, and a read belongs to the reducer
/// that runs, whoever made the source. Only reads on the thread of a reducer while it runs are
/// recorded: what an effect reads reaches the state only through the actions that the effect sends.
package final class ReadTape: Sendable {
  /// The value that a source returned to a read, with the name of the source.
  ///
  /// Encodes as the value alone.
  package struct Answer: Encodable, Sendable {
    private enum Content {
      /// From a recording: the type of the value is known when it is read.
      case json([UInt8])
      /// From a source that was read in this process.
      case value(any Sendable)
    }

    package let name: String
    private let content: Content

    /// Whether this is an arrival: a value that a kept field of the store took from its shared
    /// storage before the reducer ran, and not one that the reducer read.
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
      // Answers from a recording are not encoded again, and only encodable values are recorded.
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

  /// One call of a reducer, while it runs.
  private struct Run {
    let thread = ThreadIdentity.current
    /// The answers so far; in a replay, the remaining answers in reverse order: the last is next.
    var answers: [Answer] = []
    /// Whether a source is making a value; its reads of other sources are not recorded, because a
    /// replay does not repeat them.
    var isMaking = false
  }

  private struct State {
    /// The reducer that runs now, if any.
    var run: Run?
    /// The reads of the reducer that returned last.
    var reads: [Answer] = []
    /// Describes the first read that does not match its answer.
    var problem: String?

    /// Whether a reducer runs on this thread, and a read is its own, not that of a source which is
    /// making a value.
    var isReading: Bool { run?.thread == .current && run?.isMaking == false }

    /// Records the value that a source has just made.
    mutating func record(_ name: String, _ value: any Sendable) {
      run?.isMaking = false
      run?.answers.append(Answer(name, value))
    }

    /// Keeps a problem, if it is the first.
    mutating func fail(_ text: String) { problem = problem ?? text }

    /// Removes and returns the recorded answer to a read; nil if there is none that matches, or no
    /// replayed reducer runs on this thread.
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

  /// Whether the tape records what is read while ``record(_:)`` runs; otherwise it answers reads.
  fileprivate let isRecording: Bool
  private let state = Locked(State())

  fileprivate init(isRecording: Bool) {
    self.isRecording = isRecording
  }

  /// Makes a tape that answers with what is given to ``begin(_:)``.
  package static func answering() -> ReadTape { ReadTape(isRecording: false) }

  /// The tape in the dependencies in force.
  static var current: ReadTape? {
    // A normal read of a dependency while a value is being created would make the tape one of the
    // keys that this value needs.
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

  /// The reads of the reducer that returned last; each observer that records them may ask.
  package var reads: [Answer] { state.withLock { $0.reads } }

  /// Begins a replayed reducer on this thread: answers what it reads with these values, in order.
  ///
  /// The caller leaves out arrivals, which no reducer reads.
  package func begin(_ answers: [Answer]) {
    state.withLock { $0 = State(run: Run(answers: answers.reversed())) }
  }

  /// Ends a replayed reducer; returns how its reads differ from the answers, `nil` if they agree.
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

  /// Returns the next value of the source with this name.
  ///
  /// In a replay, that is the recorded value; otherwise, the value that `make` returns, which is
  /// recorded if a recorded reducer runs on this thread.
  ///
  /// If the type of the value is not `Codable`, `make` is called and nothing is recorded.
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

  // MARK: - Arrivals

  /// Whether an answer with this name is an arrival: a value that a kept field of the store took
  /// from its shared storage.
  package static func isArrival(_ name: String) -> Bool { name.hasPrefix(arrivalPrefix) }

  /// The name of the answer for an arrival of the value of a shared key.
  package static func arrivalName(of key: String) -> String { arrivalPrefix + key }

  /// Records an arrival for the reducer that is about to run on this thread, if reads are recorded
  /// and the value can be encoded.
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
  /// The tape that records what reducers read, if an observer has called `recordReads()`.
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

  /// The continuous clock that was set, otherwise the live one.
  ///
  /// A recorder measures time with it. In a test that sets no clock, a normal read of the clock
  /// would be a failure.
  package var clockOrLive: any Clock<Duration> {
    overrideValue(for: ContinuousClockKey.self) ?? ContinuousClockKey.liveValue
  }
}
