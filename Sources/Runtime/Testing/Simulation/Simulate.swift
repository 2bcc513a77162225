import Foundation
public import Ratchet
import RatchetDependencies
public import Testing

/// Runs a feature many times in a world of random actions, times, faults and schedules, and
/// shortens the first failing run.
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
/// A *move* sends an action, lets time pass, or restarts the program. A run has up to `length`
/// moves, on average about half as many. If a condition must hold eventually and `length` is more
/// than ten, half of the runs are short, with four moves on average, because a later move may
/// repair what the condition would show. Runs that continue from the best so far (see
/// ``SimulatedWorld/target(_:)``) are never short.
///
/// Each run is a ``TestStore`` with exhaustivity off. It fails if an invariant does not hold, if an
/// eventual condition is not met, or if the store or the library reports a failure. One run in
/// fifty is repeated, and so is each failing run: it is a failure if the repetition differs. It is
/// also a failure if the simulation sends no action, if its world declares no condition, if any
/// condition is never checked, or if no run reaches a state that the world names with `reached`.
///
/// The failure contains the shortest story found that fails in the same way, the choices that
/// repeat it, and a test with a ``TestStore`` that does the same. The feature, the state, the
/// overrides and the condition in that test are copied from the source of this call: the test is
/// complete if the call uses no names that are local to its own test. If the environment variable
/// `RATCHET_PAGES` names a folder, the failure also writes the story to it as a page for a browser.
///
/// - Parameters:
///   - feature: The feature to test; evaluated for each run.
///   - state: The initial state; evaluated for each run.
///   - runs: The number of runs; multiplied by the environment variable `RATCHET_RUNS`.
///   - length: The most moves in a run.
///   - seed: The seed of the first run; seeds of later runs are consecutive.
///   - choices: Makes only the run of these choices (one number for each random part), which a
///     failure has printed. The run is not shortened, and is made again only to write its page.
///   - sourceLocation: Where to record the failure.
///   - describe: Describes what may happen in the world and what must hold.
/// - Returns: How often each action was sent and each condition was checked.
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
  let simulation = Simulation(feature, from: state, length) { [world] in world }
  // `counting` keeps the time of other tests out of the seconds that the progress shows.
  return await SearchProgress.counting {
    await simulation.report(runs: runs, seed: seed, replaying: choices, at: sourceLocation)
  }
}

/// Runs a feature many times, like
/// ``simulate(_:from:runs:length:seed:replaying:sourceLocation:_:)``, with a value around the
/// feature that dependencies change and conditions read, such as a fake server.
///
/// ```swift
/// await simulate(Notes(), from: Notes.State(), world: Server()) { world, server in
///   world.send { _, draw in .noteAdded(draw.text()) }
///   world.dependencies { values, _ in
///     values[API.self].save = { server.notes.append($0) }
///   }
///   world.eventually("the server has what is shown") { $0.notes == server.notes }
/// }
/// ```
///
/// - Parameters:
///   - feature: The feature to test; evaluated for each run.
///   - state: The initial state; evaluated for each run, and after each restart.
///   - value: The value around the feature; evaluated for each run, and kept over restarts.
///   - runs: The number of runs; multiplied by the environment variable `RATCHET_RUNS`.
///   - length: The most moves in a run.
///   - seed: The seed of the first run; seeds of later runs are consecutive.
///   - choices: Makes only the run of these choices, which a failure has printed.
///   - sourceLocation: Where to record the failure.
///   - describe: Describes what may happen in the world and what must hold; called for each run,
///     with its value.
/// - Returns: How often each action was sent and each condition was checked.
@MainActor @discardableResult
public func simulate<Feature: Reducer, Value: Sendable>(
  _ feature: @autoclosure @escaping () -> Feature,
  from state: @autoclosure @escaping () -> Feature.State,
  world value: @autoclosure @escaping () -> Value,
  runs: Int = 100,
  length: Int = 50,
  seed: UInt64 = 0,
  replaying choices: [Int]? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ describe:
    @escaping (inout SimulatedWorld<Feature.State, Feature.Action>, Simulated<Value>) -> Void
) async -> SimulationReport where Feature.State: Equatable {
  let simulation = Simulation(feature, from: state, length) {
    var world = SimulatedWorld<Feature.State, Feature.Action>()
    let value = Simulated(value())
    // For failure texts, which show the value beside the state.
    world.value = { value.withLock(\.self) }
    describe(&world, value)
    return world
  }
  return await SearchProgress.counting {
    await simulation.report(runs: runs, seed: seed, replaying: choices, at: sourceLocation)
  }
}

extension Simulation {
  /// Makes the runs, and records the first failure.
  ///
  /// Makes only one run if its choices are given. Otherwise makes run after run, repeats some to
  /// check that they do not differ, and shortens the first that fails.
  fileprivate func report(
    runs: Int, seed: UInt64, replaying choices: [Int]?, at sourceLocation: SourceLocation
  ) async -> SimulationReport {
    let world = world()
    var report = SimulationReport(world)
    func fail(_ text: String) -> SimulationReport {
      IssueRecorder.add(text, at: sourceLocation)
      return report
    }
    // Makes the run once more if a page is wanted. The closure of `PrintedTest` is for an initial
    // state that is not found in the source of the call.
    func fail(_ run: SimulatedRun, tries: Int = 0) async -> SimulationReport {
      let test = PrintedTest(
        run.printed, callIn: sourceLocation.filePath, line: sourceLocation.line,
        column: sourceLocation.column, hasOverrides: !world.updates.isEmpty
      ) {
        SourceLiteral.text(initialState())
      }
      let page = FailurePage(at: sourceLocation)
      let pageText = await page?.text(ofRun: "fails") {
        _ = await self.run(ChoiceTape(run.taken))
      }
      return fail(run.failureText(tries: tries, test: test.text) + (pageText ?? ""))
    }
    if let problem = world.problem { return fail(problem) }
    if let choices {
      let run = await run(ChoiceTape(choices))
      report.add(run)
      return run.failure == nil ? report : await fail(run)
    }
    let multiplier = ProcessInfo.processInfo.environment["RATCHET_RUNS"] ?? ""
    guard let count = SimulationReport.count(of: runs, times: multiplier) else {
      return fail(
        """
        The environment variable 'RATCHET_RUNS' is not a whole number: \(multiplier)

        To fix this, set it to the number by which to multiply the runs of each simulation.
        """)
    }
    // The runs that have come furthest toward the targets of the world: later runs continue them.
    var leads = SimulationLeads()
    var progress = SearchProgress()
    for number in 0..<count {
      let lead = leads.choices(forRun: number, length: length)
      // Two of four, if the world has goals (`eventually`): a later move may repair what a goal
      // checks at the end. An invariant (`always`) is checked after each action. With a `length` of
      // ten or less, each run is as short on average.
      let isShort = lead == nil && !world.goals.isEmpty && length > 10 && number % 4 > 1
      let run = await run(ChoiceTape(seed: seed &+ number, after: lead), isShort: isShort)
      report.add(run)
      leads.add(run)
      progress.say(at: sourceLocation) { "\(number + 1) of \(count) runs in \($0) s." }
      if number % 50 == 0 || run.failure != nil {
        let again = await self.run(ChoiceTape(run.taken))
        if let difference = run.difference(from: again) { return fail(difference) }
      }
      if run.failure != nil {
        var shrinker = Shrinker(run, at: sourceLocation)
        await shrinker.shrink { choices in
          // Only a run that fails in the same way counts as a shorter form of this one.
          let again = await self.run(ChoiceTape(choices))
          return again.failure?.kind == run.failure?.kind ? again : nil
        }
        return await fail(shrinker.best, tries: shrinker.tries)
      }
    }
    return (report.untested ?? report.unreached).map(fail) ?? report
  }
}

/// The counts of a simulation: its runs, the actions sent, and the checks of conditions.
public struct SimulationReport: Sendable, CustomStringConvertible {
  /// The number of runs, including a failing one.
  public private(set) var runs = 0

  /// The number of runs that were limited to a few moves; see `simulate`.
  package private(set) var shortRuns = 0

  /// How often moves sent each case of the actions, down to the innermost, such as `view.save`.
  public private(set) var sent: [String: Int] = [:]

  /// How often a move had no action to send: its closure returned `nil`.
  package private(set) var emptyMoves = 0

  /// How often each condition was checked, by its name.
  package private(set) var looks: [String: Int] = [:]

  /// How many runs reached each state that the world names with `reached`.
  public private(set) var reached: [String: Int] = [:]

  /// Counts zero for all names of the world, to notice those that are never checked or reached.
  fileprivate init<State, Action>(_ world: SimulatedWorld<State, Action>) {
    for condition in world.invariants + world.goals { looks[condition.name] = 0 }
    // Each limit of `SimulatedWorld.sent` is a condition, too.
    for count in world.counts { looks[count.name] = 0 }
    for landmark in world.landmarks { reached[landmark.name] = 0 }
  }

  /// The report, with a line for each action and each condition.
  public var description: String {
    func lines(_ counts: [String: Int], _ line: (String) -> String) -> [String] {
      counts.sorted { $0.key < $1.key }.map { "\(line($0.key)): \($0.value)" }
    }
    let short = shortRuns == 0 ? "" : ", \(shortRuns) of them short"
    let empty = emptyMoves == 0 ? [] : ["moves with nothing to send: \(emptyMoves)"]
    let lines =
      ["\(runs) runs\(short)"] + lines(sent) { "sent \($0)" } + empty
      + lines(looks) { "checked \"\($0)\"" } + lines(reached) { "runs that reached \"\($0)\"" }
    return lines.joined(separator: "\n")
  }

  /// The number of runs to make; `nil` if the multiplier, unless it is empty, is not a number.
  package static func count(of runs: Int, times multiplier: String) -> UInt64? {
    guard let multiplier = UInt64(multiplier.isEmpty ? "1" : multiplier) else { return nil }
    let (count, isTooLarge) = UInt64(max(0, runs)).multipliedReportingOverflow(by: multiplier)
    return isTooLarge ? .max : count
  }

  fileprivate mutating func add(_ run: SimulatedRun) {
    runs += 1
    if run.isShort { shortRuns += 1 }
    sent.merge(run.sent, uniquingKeysWith: +)
    emptyMoves += run.emptyMoves
    looks.merge(run.looks, uniquingKeysWith: +)
    for name in run.reached { reached[name, default: 0] += 1 }
  }

  /// The failure text if the simulation tests nothing; otherwise `nil`.
  fileprivate var untested: String? {
    let reason =
      if runs == 0 {
        "it did not run"
      } else if sent.isEmpty {
        "none of its moves sent an action"
      } else if looks.isEmpty {
        "its world declares no condition that must hold"
      } else {
        looks.filter { $0.value == 0 }.keys.sorted().first.map { "it never checked \"\($0)\"" }
      }
    guard let reason else { return nil }
    return """
      The simulation tests nothing: \(reason).

      \(self)

      To fix this, call 'world.send', and 'world.always' or 'world.eventually'.
      """
  }

  /// The failure text if there is a state that the world names and no run reached.
  fileprivate var unreached: String? {
    reached.filter { $0.value == 0 }.keys.min().map {
      """
      No run of the simulation reached "\($0)".

      \(self)

      To fix this, add the moves or faults that lead there, set a 'target', or make more and \
      longer runs.
      """
    }
  }
}
