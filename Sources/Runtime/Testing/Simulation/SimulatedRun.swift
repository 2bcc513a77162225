import RatchetReports

/// What one run of `simulate` did, and how it ended.
///
/// `Simulation` makes the run, `Shrinker` shortens a failing one, and `simulate` puts it into the
/// failure text. A *choice* is a number from which a part of the run is drawn. A *move* sends an
/// action, lets time pass, or restarts the program. The *world* describes the moves and the
/// conditions.
package struct SimulatedRun {
  /// Why a run failed.
  struct Failure {
    /// The kind of a failure, which a shortened run must preserve.
    enum Kind: Equatable {
      /// The invariant, or the limit set by `SimulatedWorld.sent`, with this name does not hold.
      case always(String)
      /// The condition with this name, which must hold at the end, never held.
      case eventually(String)
      /// The store or the library recorded a failure; the line distinguishes it from others.
      case issue(String)
    }

    let kind: Kind
    let text: String
  }

  /// One thing that happened in a run: what the simulation did to its test store, an action that an
  /// effect sent, or a client call that was made to fail.
  enum Step {
    case send(Any)
    case advance(Duration)
    case effectSends(Any)
    case fault(RunChoices.Fault)
    case restart(isCrash: Bool)
    /// The moves have ended; later steps only let the store settle.
    case stopFaults
    case settle
  }

  /// The largest value that a target of the world had in the run (see `SimulatedWorld.target`), and
  /// how many moves it took to get there.
  struct Peak {
    let value: Int
    let moves: Int
  }

  /// The first failure; `nil` if the run has not failed.
  var failure: Failure?
  /// What happened, in order, as values: only the few runs that are printed need texts.
  var steps: [Step] = []
  /// The state before the action of a step, by the index of the step.
  var statesBefore: [Int: Any] = [:]
  /// The choices by move, for the shrinker, which changes them.
  package var choices = RunChoices()
  /// All choices in the order in which they were made, which repeat the run exactly.
  var taken: [Int] = []
  /// Whether an invariant was found not to hold only at the end of the run, when all effects were
  /// at rest, and not after an action.
  var isFoundAtEnd = false
  /// Whether the run was limited to a few moves.
  var isShort = false
  /// How often each condition was checked, by its name.
  var looks: [String: Int] = [:]
  /// The names that the world gave to `reached` whose states occurred in this run.
  var reached: Set<String> = []
  /// How often a move had no action to send.
  var emptyMoves = 0
  /// The peak of each target of the world, by the target's position.
  var peaks: [Int: Peak] = [:]
  /// The state at the end of the run.
  var finalState: Any?
  /// Whether effects did not settle within their budget; a repetition then takes long.
  var isEndless = false
}

extension SimulatedRun: SearchedRun {
  /// How long a repetition takes, for the limit of the shrinker: 1 for a short run.
  package var cost: Int { isEndless ? 100 : max(1, steps.count / 50) }

  /// The line that identifies an issue, so that a shortened run is known to fail in the same way:
  /// the source line in parentheses that ends a library report, or else the first line without its
  /// digits.
  package static func kind(ofIssue text: String) -> String {
    let lines = text.split(separator: "\n")
    if let line = lines.last(where: { $0.hasPrefix("(") && $0.hasSuffix(")") }) {
      return String(line)
    }
    // Numbers, such as the number of jobs that have run, would differ in a shortened run.
    return lines.first.map { $0.filter { !$0.isNumber } } ?? ""
  }

  /// Whether nothing happened before the run ended, or since its last restart, except for faults in
  /// the initial effects.
  var endsInInitialState: Bool {
    let last = steps.last { if case .fault = $0 { false } else { true } }
    if case .restart? = last { return true }
    return last == nil
  }

  /// The events of the run for a failure text, a line for each.
  var story: [String] {
    // After the moves, time passes by itself: these advances are not events.
    var isResting = false
    return steps.enumerated().compactMap { index, step in
      func text(_ action: Any) -> String {
        statesBefore[index].map { ActionText.text(action, before: $0) } ?? ValueLine.text(action)
      }
      switch step {
      case .send(let action): return "send \(text(action))"
      case .effectSends(let action): return "an effect sends \(text(action))"
      case .fault(let fault): return "\(fault.name) (call \(fault.callInRun))"
      case .advance(let duration): return isResting ? nil : "advance by \(duration)"
      case .restart(let isCrash): return isCrash ? "the program crashes" : "the program restarts"
      case .stopFaults: isResting = true
      case .settle: break
      }
      return nil
    }
  }

  /// How the run ended: how it failed, or in which state.
  private var end: [String] {
    switch failure?.kind {
    case .always(let name): ["\"\(name)\" does not hold"]
    case .eventually(let name): ["\"\(name)\" never held"]
    case .issue(let line): ["fails: \(line)"]
    case nil: finalState.map { ValueText.lines($0).map { "the state at the end: \($0)" } } ?? []
    }
  }

  /// How often moves sent each case of the actions, down to the innermost: `view.save`.
  var sent: [String: Int] {
    var counts: [String: Int] = [:]
    for case .send(let action) in steps {
      counts[CaseReflection.leafName(of: action) ?? ValueLine.text(action), default: 0] += 1
    }
    return counts
  }

  /// The failure text for a run that differed when it was repeated; `nil` if it did not differ.
  func difference(from again: SimulatedRun) -> String? {
    Story.difference(
      of: "simulation", "with the same choices", first: story + end,
      again: again.story + again.end)
  }

  /// The failure text of the simplest failing run found, with the source of a test that repeats it.
  ///
  /// `tries` is the number of runs that were tried to shorten the run; 0 if none was.
  func failureText(tries: Int, test: String) -> String {
    let story = self.story
    // Of a long story, the failure shows the part where the cause probably is: the end, because a
    // run ends as soon as an invariant does not hold. Otherwise, the start.
    let isAtEnd = if case .eventually? = failure?.kind { false } else { true }
    let lines = Story.lines(story, around: isAtEnd ? story.count : 0)
    let deviations =
      choices.schedule == nil ? choices.deviationsText(hasSeveralStores: restarts > 0) : ""
    let schedule = choices.schedule.map { ", under the schedule \($0)" } ?? ""
    return """
      The simulation fails: \(failure?.text ?? "")

      \(deviations)The shortest story found\(tries > 0 ? " in \(tries) tries" : "")\(schedule):

      \(lines.isEmpty ? "(nothing is sent)" : lines.joined(separator: "\n"))

      To run it alone, call 'simulate' with 'replaying: \(RunChoices.trimmed(taken))'. As a test:

      \(test)
      """
  }

  /// The number of restarts, each of which makes another store.
  var restarts: Int { steps.count { if case .restart = $0 { true } else { false } } }

  /// The schedule of one of the stores: the random one of the run or, without it, the one with the
  /// store's deviations, which is `inOrder` if there are none.
  func schedule(ofStore number: Int) -> Schedule {
    choices.schedule ?? choices.deviating(store: number)
  }
}
