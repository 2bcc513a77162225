import Foundation
public import Ratchet
import RatchetDependencies
public import Testing

/// Runs a feature many times in a world of random actions, times, faults and schedules, and
/// shortens the first run that fails.
///
/// ```swift
/// await simulate(Todos(), from: Todos.State(), runs: 500) { world in
///   world.send(weight: 3) { _, draw in .queryChanged(draw.text()) }
///   world.send { state, draw in draw.element(of: state.rows).map { .remove($0.id) } }
///   world.advance(upTo: .seconds(2))
///   world.always("ids are unique") { Set($0.rows.map(\.id)).count == $0.rows.count }
///   world.eventually("all is saved") { $0.isSaved }
/// }
/// ```
///
/// Each run is a ``TestStore`` whose exhaustivity is off. It fails when an invariant does not hold,
/// when what is to be so eventually does not come true, or when the store or the library reports a
/// failure. One run in fifty is repeated: one that goes differently then is a failure. So is a
/// simulation that tests nothing: that sends no action, or has nothing to look at.
///
/// What is recorded is the shortest story found that fails in the same way, the choices that repeat
/// it, and a test with a ``TestStore`` that does the same. The feature, the state, the overrides
/// and the condition in that test are the source of this call: it is complete if the call names
/// nothing that only its own test knows.
///
/// - Parameters:
///   - feature: The feature to test; evaluated for each run.
///   - state: The state at the beginning; evaluated for each run.
///   - runs: How many runs; multiplied by the environment variable `RATCHET_RUNS`.
///   - length: The most moves of a run.
///   - seed: The seed of the first run; each next run has the next seed.
///   - choices: Repeats one run by its choices, as a failure prints them.
///   - sourceLocation: Where the failure is recorded.
///   - describe: Says what happens in the world, and what must hold.
/// - Returns: How often each action was sent, and each condition was looked at.
@MainActor @discardableResult
public func simulate<Feature: Reducer>(
  _ feature: @autoclosure @escaping () -> Feature,
  from state: @autoclosure @escaping () -> Feature.State,
  runs: Int = 100,
  length: Int = 50,
  seed: UInt64 = 0,
  replaying choices: [Int]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ describe: (inout SimulatedWorld<Feature.State, Feature.Action>) -> Void
) async -> SimulationReport where Feature.State: Equatable {
  var world = SimulatedWorld<Feature.State, Feature.Action>()
  describe(&world)
  let simulation = Simulation(feature: feature, initialState: state, world: world, length: length)
  var report = SimulationReport(world.invariants + world.goals)
  func fail(_ text: String) -> SimulationReport {
    IssueRecorder.add(text, at: sourceLocation)
    return report
  }
  func fail(_ run: SimulatedRun, tries: Int = 0) -> SimulationReport {
    let test = PrintedTest(run, callAt: sourceLocation, hasOverrides: !world.updates.isEmpty) {
      SourceLiteral.text(simulation.initialState())
    }
    return fail(run.failureText(tries: tries, test: test.text))
  }
  if let problem = world.problem { return fail(problem) }
  if let choices {
    let run = await simulation.run(ChoiceTape(choices))
    report.add(run)
    return run.failure == nil ? report : fail(run)
  }
  for number in 0..<SimulationReport.count(of: runs) {
    let run = await simulation.run(ChoiceTape(seed: seed &+ number))
    report.add(run)
    if number % 50 == 0 {
      let again = await simulation.run(ChoiceTape(run.choices))
      if let difference = run.difference(from: again) { return fail(difference) }
    }
    if run.failure != nil {
      var shrinker = Shrinker(run, limit: Shrinker.limit(ofSteps: run.steps.count)) {
        await simulation.run($0)
      }
      await shrinker.shrink()
      return fail(shrinker.best, tries: shrinker.tries)
    }
  }
  return report.untested.map(fail) ?? report
}

/// What a simulation has done.
public struct SimulationReport: Sendable, CustomStringConvertible {
  /// How many runs there were, with the one that failed.
  public private(set) var runs = 0

  /// How often each case of the actions was sent by a move.
  public private(set) var sent: [String: Int] = [:]

  /// How often each condition was looked at.
  public private(set) var looks: [String: Int] = [:]

  fileprivate init<State>(_ conditions: [SimulatedWorld<State, some Sendable>.Condition]) {
    for condition in conditions { looks[condition.name] = 0 }
  }

  /// All of it: a line for each action and each condition.
  public var description: String {
    let actions = sent.sorted { $0.key < $1.key }.map { "sent \($0.key): \($0.value)" }
    let conditions = looks.sorted { $0.key < $1.key }.map { "looked at \"\($0.key)\": \($0.value)" }
    return (["\(runs) runs"] + actions + conditions).joined(separator: "\n")
  }

  /// How many runs there are to be.
  fileprivate static func count(of runs: Int) -> UInt64 {
    let multiplier = ProcessInfo.processInfo.environment["RATCHET_RUNS"].flatMap { UInt64($0) } ?? 1
    let (count, isTooLarge) = UInt64(max(0, runs)).multipliedReportingOverflow(by: multiplier)
    return isTooLarge ? .max : count
  }

  fileprivate mutating func add(_ run: SimulatedRun) {
    runs += 1
    sent.merge(run.sent, uniquingKeysWith: +)
    looks.merge(run.looks, uniquingKeysWith: +)
  }

  /// What the simulation did not test, if that is all of it.
  fileprivate var untested: String? {
    let reason =
      if runs == 0 {
        "it had no run"
      } else if sent.isEmpty {
        "none of its moves sent an action"
      } else if looks.isEmpty {
        "its world says nothing that must hold"
      } else {
        looks.filter { $0.value == 0 }.keys.sorted().first.map { "it never looked at \"\($0)\"" }
      }
    guard let reason else { return nil }
    return """
      The simulation tests nothing: \(reason).

      \(self)

      To fix this, describe the world with 'send' and 'always' or 'eventually', so that actions \
      are sent in the states that come up.
      """
  }
}
