import FoundationEssentials
import RatchetDependencies

/// What a replay of a recording comes to.
public enum ReplayResult: Hashable, Sendable {
  /// Each step leads to the recorded state.
  case same(steps: Int)
  /// A step leads to another state than the recorded one, or draws something else.
  case differs(step: Int, difference: String)
  /// The recording cannot be replayed from a line on, for a reason.
  case impossible(line: Int, reason: String)
}

/// One step of a replay.
public struct ReplayedStep<State, Action> {
  /// The number of the action, from 1.
  public let number: Int
  /// When the action was reduced, since the store was made.
  public let time: Duration
  /// Who sent the action.
  public let source: RecordedSource
  /// The action.
  public let action: Action
  /// The state before the action.
  public let before: State
  /// The state after the action.
  public let after: State
}

extension Recording {
  /// Reduces the recorded actions again and compares each state with the recorded one.
  ///
  /// Only reducers run: the effects that they return do not, and nothing that the state declares.
  /// What they drew from `uuid`, `date`, `randomNumberGenerator` and each `RecordableSource` is
  /// what they draw again; other dependencies are those in force, with live values where nothing
  /// is set.
  ///
  /// - Parameters:
  ///   - feature: The feature that was recorded, as it is now.
  ///   - lenient: Whether what stands before a line that cannot be read is enough.
  ///   - step: Called after each step that leads to the recorded state.
  /// - Returns: Whether each step leads to the same state.
  /// - Complexity: One reduction and one digest of the state for each action, and one decoding,
  ///   except for an action whose JSON is the same, and short: of about a thousand of those, the
  ///   decoded values are kept. Holds one state at a time, and another one if `step` is given.
  @MainActor public func replay<Feature: Reducer>(
    _ feature: Feature, lenient: Bool = false,
    step: ((ReplayedStep<Feature.State, Feature.Action>) -> Void)? = nil
  ) -> ReplayResult where Feature.State: Codable, Feature.Action: Codable {
    do throws(RecordingError) {
      let replay = try Replay(self, feature)
      do throws(RecordingError) {
        // Apart, because a function that may make a `ReplayedStep` looks up its type. (replay: 6 %)
        if let step {
          try replay.run(lenient: lenient) { () throws(RecordingError) in
            guard let next = try replay.nextStep() else { return false }
            step(next)
            return true
          }
        } else {
          try replay.run(lenient: lenient)
        }
        return .same(steps: replay.steps)
      } catch {
        guard error.code == .differs else { throw error }
        let change = try Replay(self, feature).change(inStep: replay.steps)
        return .differs(step: replay.steps, difference: "\(error.reason)\n\(change)")
      }
    } catch {
      return .impossible(line: error.line ?? 1, reason: error.reason)
    }
  }
}

/// Reduces the actions of a recording, one after the other.
@MainActor final class Replay<State: Codable, Action: Codable & Sendable> {
  private(set) var state: State
  /// The number of actions that were reduced.
  private(set) var steps = 0
  /// The action that was reduced last.
  var action: Action? { decoded?.action }
  private var decoded: DecodedActionOf<Action>?
  /// What was drawn for the last action.
  private(set) var answers: [DrawTape.Answer] = []
  /// The step whose action was reduced, if the state after it differs.
  private var differing: RecordedStep?

  /// The number of the line that was read last.
  var line: Int { reader.line }

  /// What was drawn for the last action, each as JSON.
  private(set) var draws: [String] = []

  private var reader: RecordingReader
  private let reduction: Reduction<State, Action>
  private let dependencies: DependencyValues
  private let tape = DrawTape.answering()
  private var actions = ActionCache<Action>()

  /// Decodes the initial state.
  init<Feature: Reducer>(_ recording: Recording, _ feature: Feature) throws(RecordingError)
  where Feature.State == State, Feature.Action == Action {
    reader = try RecordingReader(recording)
    state = try Self.initialState(recording.header)
    dependencies = .ofReplay(tape)
    reduction = dependencies.withValues { feature.makeReduction() }
  }

  private static func initialState(_ header: RecordedHeader) throws(RecordingError) -> State {
    do {
      let data = Data(header.state)
      let state = try JSONDecoder.ofRecordings.decode(State.self, from: data)
      if let digest = header.digest, try StateDigest.of(state) != digest {
        throw RecordingError(.undecodable, "it is another one when it is encoded and decoded")
      }
      return state
    } catch {
      let reason = RecordingError.reason(of: error)
      throw RecordingError(
        .undecodable, line: 1,
        "the initial state is no '\(State.self)': \(reason)")
    }
  }

  /// Reduces the next action; returns its step, or `nil` at the end.
  ///
  /// - Throws: What is wrong with the line, of which the action was not reduced; or `differs`.
  func next() throws(RecordingError) -> RecordedStep? {
    guard let step = try reader.next() else { return nil }
    do throws(RecordingError) {
      let decoded = try actions.action(step.action)
      self.decoded = decoded
      answers = try step.answers()
      let problem = try inForce { () throws(RecordingError) in
        reduction.replay(&state, decoded.action, answers, tape)
      }
      steps += 1
      try compare(step, problem)
      return step
    } catch {
      throw error.at(reader.line)
    }
  }

  /// Does something under the dependencies of the replay, which are in force already while it runs
  /// to the end.
  @inline(__always)
  private func inForce<Result>(
    _ body: () throws(RecordingError) -> Result
  ) throws(RecordingError) -> Result {
    if DependencyValues.current.isIdentical(to: dependencies) { return try body() }
    return try dependencies.withValues(body)
  }

  private func compare(_ step: RecordedStep, _ problem: String?) throws(RecordingError) {
    let digest: StateDigest
    do { digest = try StateDigest.of(state) } catch {
      let reason = RecordingError.reason(of: error)
      throw RecordingError(.unencodable, "the state has no digest: \(reason)")
    }
    if let problem { throw difference("The reducer draws other values: \(problem).") }
    guard let recorded = step.digest, recorded != digest else { return }
    differing = step
    throw difference("The state has the digest \(digest.text), not \(recorded.text).")
  }

  private func difference(_ reason: String) -> RecordingError {
    let action = action.map { ValueLine.text($0) } ?? ""
    return RecordingError(
      .differs, "Step \(steps) (line \(line)), \(action), differs. \(reason)")
  }

  /// Goes on to the end.
  ///
  /// - Throws: What ends the replay before; if it is lenient, only `differs`.
  func run(lenient: Bool = false) throws(RecordingError) {
    try run(lenient: lenient) { () throws(RecordingError) in try next() != nil }
  }

  /// Goes on while a closure, which does the next step, returns true.
  func run(
    lenient: Bool = false, _ step: () throws(RecordingError) -> Bool
  ) throws(RecordingError) {
    do throws(RecordingError) {
      try inForce { () throws(RecordingError) in while try step() {} }
    } catch {
      // What is missing at the end is no reason to doubt what is there.
      if !lenient || error.code == .differs { throw error }
    }
  }

  /// Reduces the next action, and tells all about it.
  func nextStep() throws(RecordingError) -> ReplayedStep<State, Action>? {
    let before = state
    guard let step = try next(), let action else { return nil }
    do throws(RecordingError) {
      draws = try step.drawTexts()
      return ReplayedStep(
        number: step.number, time: .nanoseconds(step.time), source: try step.decodedSource(),
        action: action, before: before, after: state)
    } catch {
      throw error.at(reader.line)
    }
  }

  /// What a step changes in the state, where it is not the recorded change.
  func change(inStep number: Int) throws(RecordingError) -> String {
    var before = state
    do throws(RecordingError) {
      while steps < number - 1, try next() != nil {}
      before = state
      _ = try next()
    } catch {
      if error.code != .differs { throw error }
    }
    if steps != number {
      return "Repeated, it does not differ: the reducer depends on what is not recorded."
    }
    let change = Difference.text(from: before, to: state) ?? "    (no change)"
    return membersText(before) + "What it changes now:\n\(change)"
  }

  /// The members of the state that are not as recorded, with the values that they have.
  private func membersText(_ before: State) -> String {
    guard let differing, var recorded = try? StateDigest.withMembers(of: before).members,
      let members = try? StateDigest.withMembers(of: state).members
    else { return "" }
    if let changed = differing.changedMembers() {
      for (name, digest) in changed { recorded[name] = digest }
    } else {
      // Only of the one member of a state it is known that it differs.
      recorded = members.count == 1 ? [:] : members
    }
    let names = StateDigest.changes(from: recorded, to: members).keys.sorted()
    let values = Mirror(reflecting: state).children
    let texts = names.map { name in
      let value = values.first { $0.label == name }.map { " = \(ValueLine.text($0.value))" }
      return "    \(name)\(value ?? "")\n"
    }
    return texts.isEmpty ? "" : "What is not as recorded:\n\(texts.joined())"
  }
}

extension DependencyValues {
  /// The dependencies of reducers without effects that draw what a tape answers.
  static func ofReplay(_ tape: DrawTape) -> DependencyValues {
    var values = DependencyValues.current
    // No effect uses them, so that live values do no harm; those of tests would be reported.
    values.context = .live
    values.answerDraws(by: tape)
    return values
  }
}
