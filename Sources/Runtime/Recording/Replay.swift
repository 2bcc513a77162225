public import Ratchet
import RatchetDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Recording {
  /// Reduces the recorded actions again and compares each state with the recorded one.
  ///
  /// Only reducers run, neither the effects that they return nor what the state declares. They read
  /// the recorded values from `uuid`, `date`, `randomNumberGenerator` and each `RecordableSource`.
  /// Other dependencies are those in force, with live values where nothing is set.
  ///
  /// - Parameters:
  ///   - feature: The feature that was recorded, as it is now.
  ///   - lenient: Whether the steps before a line that cannot be read are enough. The line may be a
  ///     missing end: the program was killed, or has not called ``ActionRecorder/close()``.
  ///   - step: Called after each step that leads to the recorded state.
  /// - Returns: Whether each step leads to the same state.
  /// - Complexity: One decoding, one reduction and one digest of the state for each action. Holds
  ///   one state at a time, and a second one if `step` is given.
  @MainActor public func replay<Feature: Reducer>(
    _ feature: Feature, lenient: Bool = false,
    step: ((ReplayedStep<Feature.State, Feature.Action>) -> Void)? = nil
  ) -> ReplayResult where Feature.State: Codable, Feature.Action: Codable {
    do throws(RecordingError) {
      let replay = try Replay(self, feature)
      do throws(RecordingError) {
        try replay.run(lenient: lenient, step)
        return .same(steps: replay.steps)
      } catch {
        guard error.code == .differs else { throw error }
        // A second replay has the state before the step: the first kept only the one after it.
        let change = try Replay(self, feature).change(inStep: replay.steps)
        return .differs(step: replay.steps, difference: "\(error.reason)\n\(change)")
      }
    } catch {
      return .impossible(line: error.line ?? 1, reason: error.reason)
    }
  }
}

/// Reduces the actions of a recording again, one at a time, and compares each state's digest.
///
/// Used by `Recording.replay` and `testSource`, by `StoreHistory`, and by stores that resume a
/// recording. Owns the state after the last step. Do not use it twice: it reads its recording once,
/// from start to end.
///
/// A *digest* is a hash of what a state encodes. A *read* is a value that a reducer takes from a
/// dependency such as `uuid`; in a replay, a *tape* in the dependencies answers with the recorded
/// one.
@MainActor package final class Replay<State: Codable, Action: Codable & Sendable> {
  package private(set) var state: State
  /// The number of actions that were reduced.
  package private(set) var steps = 0
  /// The number of actions before the last start line, which begins a store; each store that
  /// continues the recording has added one.
  package private(set) var begin = 0
  /// The action that was reduced last, for `StoreHistory` and for errors.
  private(set) var action: Action?
  /// The recorded reads of the last action, for `StoreHistory`.
  private(set) var answers: [ReadTape.Answer] = []
  /// Called with the initial state of each store that continues the recording.
  package var whenResumed: (State) -> Void = { _ in }
  /// Called with each effect that has started or ended before the next action.
  package var whenEffect: (RecordedEffect) -> Void = { _ in }
  /// The names of the members of the state that were redacted when they were recorded.
  private var redacted: Set<String> = []
  /// The last step, if its reads were as recorded, but the state after it has another digest.
  private var differing: RecordedStep<Action>?

  private var reader: RecordingReader<State, Action>
  private let reducer: ReplayedReducer<State, Action>

  /// Opens the recording, and decodes its initial state.
  package init<Feature: Reducer>(_ recording: Recording, _ feature: Feature) throws(RecordingError)
  where Feature.State == State, Feature.Action == Action {
    reader = try RecordingReader(recording)
    guard case .start(let start) = try reader.next() else {
      throw RecordingError(.noRecording, line: 1, "the file is not a recording")
    }
    redacted.formUnion(start.redacted ?? [])
    state = try Self.state(of: start, line: 1)
    reducer = ReplayedReducer(in: .ofReplay, feature.makeReduction)
  }

  /// The state of a start line; throws if decoding has changed it, so that its digest differs.
  private static func state(
    of start: RecordedStart<State>, line: Int
  ) throws(RecordingError) -> State {
    if let digest = start.digest, try Self.digest(of: start.state) != digest {
      throw RecordingError(
        .undecodable, line: line,
        "encoding and decoding the state, a '\(State.self)', changes it")
    }
    return start.state
  }

  private static func digest(of state: State) throws(RecordingError) -> StateDigest {
    do { return try StateDigest.of(state) } catch {
      let reason = RecordingError.reason(of: error)
      throw RecordingError(.unencodable, "the state has no digest: \(reason)")
    }
  }

  /// Reduces the next action; returns its line, or `nil` at the end.
  ///
  /// - Throws: `differs` if the action was reduced, and led to another state or other reads than
  ///   recorded; another code for what is wrong with the line.
  package func next() throws(RecordingError) -> RecordedStep<Action>? {
    guard let step = try read() else { return nil }
    try reduce(step)
    return step
  }

  /// Reduces the next action like `next`, and returns the states before and after it.
  ///
  /// Separate from `next`, because it is slower: while the state before the action is kept, a
  /// reducer that changes a collection copies the collection.
  package func nextStep() throws(RecordingError) -> ReplayedStep<State, Action>? {
    guard let step = try read() else { return nil }
    let before = state
    try reduce(step)
    return ReplayedStep(
      number: step.step, time: .nanoseconds(step.time), source: step.from, action: step.action,
      before: before, after: state, reads: step.draws ?? [])
  }

  /// Reads up to the line of the next action, and takes the state of each start before it.
  private func read() throws(RecordingError) -> RecordedStep<Action>? {
    while let line = try reader.next() {
      switch line {
      case .step(let step): return step
      case .effect(let effect): whenEffect(effect)
      case .start(let start):
        state = try Self.state(of: start, line: reader.line)
        redacted.formUnion(start.redacted ?? [])
        begin = steps
        whenResumed(state)
      // The reader throws at a gap, and does not return ends.
      case .gap, .end: break
      }
    }
    return nil
  }

  /// Reduces the action of a line, and compares the reads and the state with the recorded ones.
  private func reduce(_ step: RecordedStep<Action>) throws(RecordingError) {
    redacted.formUnion(step.redacted ?? [])
    do throws(RecordingError) {
      answers = try ReadTape.Answer.recorded(step.draws ?? [])
      action = step.action
      let problem = reducer.reduce(&state, step.action, reading: answers)
      steps += 1
      try compare(step, problem)
    } catch {
      throw error.at(reader.line)
    }
  }

  /// Throws `differs` if the reducer made other reads (`problem`), or the state has another digest.
  private func compare(
    _ step: RecordedStep<Action>, _ problem: String?
  ) throws(RecordingError) {
    let digest = try Self.digest(of: state)
    if let problem { throw difference("The reducer read different values: \(problem).") }
    guard let recorded = step.digest, recorded != digest else { return }
    differing = step
    throw difference("The state has the digest \(digest.text), not \(recorded.text).")
  }

  /// The error for a step that differs.
  private func difference(_ reason: String) -> RecordingError {
    let action = action.map { ValueLine.text($0) } ?? ""
    return RecordingError(
      .differs, "Step \(steps) (line \(reader.line)), \(action), differs. \(reason)")
  }

  /// Reduces all actions that are left.
  ///
  /// - Throws: What ends the replay early; if it is lenient, only `differs`.
  package func run(
    lenient: Bool = false, _ visit: ((ReplayedStep<State, Action>) -> Void)? = nil
  ) throws(RecordingError) {
    do throws(RecordingError) {
      // Only `visit` needs the states before and after; `next` is faster.
      if let visit { while let step = try nextStep() { visit(step) } }
      while try next() != nil {}
    } catch {
      // If a line cannot be read, the steps before it are still as recorded.
      if !lenient || error.code == .differs { throw error }
    }
  }

  /// Replays up to a step that differs, and describes what the step changes in the state.
  ///
  /// Call it on a new replay: the replay that found the difference has not kept the state before.
  package func change(inStep number: Int) throws(RecordingError) -> String {
    var before = state
    do throws(RecordingError) {
      while steps < number - 1, try next() != nil {}
      before = state
      // A store may have continued the recording just before the step, from another state.
      whenResumed = { before = $0 }
      _ = try next()
    } catch {
      if error.code != .differs { throw error }
    }
    if steps != number {
      return "When repeated, it did not differ: the reducer depends on something unrecorded."
    }
    let change = Difference.text(from: before, to: state) ?? "    (no change)"
    return membersText(before) + "What it changes now:\n\(change)"
  }

  /// The members of the state that have other digests than recorded, with their values.
  ///
  /// A line has only the digests of members that the action changed. The others have the digests of
  /// the state before the action.
  private func membersText(_ before: State) -> String {
    guard let differing, var recorded = try? StateDigest.withMembers(of: before).members,
      let members = try? StateDigest.withMembers(of: state).members
    else { return "" }
    if let changed = differing.changed {
      for (name, digest) in changed { recorded[name] = digest }
    } else {
      // The line names no members. A single member differs, because the state does. Which of
      // several members differ is unknown, so none is named.
      recorded = members.count == 1 ? [:] : members
    }
    let names = StateDigest.changes(from: recorded, to: members).keys.sorted()
    let values = Mirror(reflecting: state).children
    let texts = names.map { name in
      let value = values.first { $0.label == name }.map { " = \(ValueLine.text($0.value))" }
      return "    \(name)\(value ?? "")\n"
    }
    let heading = texts.isEmpty ? "" : "Differences from the recording:\n\(texts.joined())"
    return heading + redactedText
  }

  /// The redacted members of the state: those named in the recording, and those with a `Redacted`.
  ///
  /// They are named because a reducer may depend on them, and their values are placeholders now.
  /// The storage of a wrapped property has a leading underscore, which is removed.
  private var redactedText: String {
    let typed = Mirror(reflecting: state).children.filter { Redaction.isIn($0.value) }
      .compactMap { $0.label.map { String($0.trimmingPrefix("_")) } }
    let names = redacted.union(typed).sorted()
    if names.isEmpty { return "" }
    return "Redacted in the recording:\n\(names.map { "    \($0)\n" }.joined())"
  }
}
