import Ratchet
import RatchetDependencies
import RatchetReports

extension Simulation {
  /// Collects the results of a run while it runs: its steps, checks, and first failure.
  ///
  /// Used by `Simulation` for one run and all its stores. It observes the stores, so it checks a
  /// state after an action has made all its changes, including those of kept fields.
  final class Record: StoreObserver {
    /// The results so far.
    var run = SimulatedRun()
    let world: World
    /// Makes and records the choices of the run, among them the faults: the calls that fail.
    private let tape: ChoiceTape
    /// Whether a move sends the action that is reduced next.
    private var isSending = false
    /// The initial state of the current store, for failure texts.
    private var initialState: Feature.State?
    /// How often actions with a key were reduced, for each condition that limits them (see
    /// `SimulatedWorld.sent`), by its name.
    private var counts: [String: [AnyHashable: Int]] = [:]
    /// The number of faults among the steps.
    private var faultCount = 0

    init(_ world: World, _ tape: ChoiceTape) {
      self.world = world
      self.tape = tape
    }

    /// Adds a step, after the faults that have happened before it.
    func add(_ step: SimulatedRun.Step) {
      addFaults()
      run.steps.append(step)
    }

    /// Adds the faults that have happened since the last step.
    func addFaults() {
      if tape.faultCount == faultCount { return }
      let faults = tape.choices.faults
      run.steps += faults.dropFirst(faultCount).map(SimulatedRun.Step.fault)
      faultCount = faults.count
    }

    /// Called before a move sends an action.
    func send(_ action: Feature.Action) {
      isSending = true
      add(.send(action))
    }

    /// Called by each store of the run with its initial state.
    func begin(_ state: Feature.State) {
      initialState = state
      check(state, after: nil)
    }

    func observe(_ event: StoreEvent<Feature.State, Feature.Action>) {
      guard case .reduced(let action, _, let before, let state, _) = event else { return }
      if !exchange(&isSending, with: false) { add(.effectSends(action)) }
      // The last step is the one of this action.
      run.statesBefore[run.steps.count - 1] = before
      check(state, after: before)
      for count in world.counts where run.failure == nil {
        guard let key = count.key(state, action) else { continue }
        // `looks` counts the checks of each condition, to report one that is never checked.
        run.looks[count.name, default: 0] += 1
        counts[count.name, default: [:]][key, default: 0] += 1
        let number = counts[count.name]?[key] ?? 0
        if number > count.limit {
          let text = " \(number) actions were counted for \(ValueLine.text(key))."
          // Fails like an invariant, among which the name of a limit is unique.
          fail(count.name, state, after: before, text)
        }
      }
    }

    /// Checks the invariants, and records which named states the run has reached (`landmarks`), and
    /// the largest value of each target with the number of moves that led to it (`peaks`).
    private func check(_ state: Feature.State, after before: Feature.State?) {
      for (number, target) in world.targets.enumerated() {
        let value = target(state)
        if let peak = run.peaks[number], value <= peak.value { continue }
        run.peaks[number] = SimulatedRun.Peak(value: value, moves: tape.choices.moves.count)
      }
      for landmark in world.landmarks where !run.reached.contains(landmark.name) {
        if landmark.holds(state) { run.reached.insert(landmark.name) }
      }
      for invariant in world.invariants where run.failure == nil {
        run.looks[invariant.name, default: 0] += 1
        if !invariant.holds(state) { fail(invariant.name, state, after: before) }
      }
    }

    /// Checks the invariants again at the end, if there is a value around the feature: effects may
    /// have changed it since the last action.
    ///
    /// Called only for a run that has not failed, so a failure is found here.
    func checkWorld(_ state: Feature.State) {
      if world.value() == nil { return }
      check(state, after: nil)
      run.isFoundAtEnd = run.failure != nil
    }

    /// A state and, if there is one, the value around the feature.
    func text(of state: Feature.State, after before: Feature.State? = nil) -> String {
      let value = world.value().map { "\n\nThe world:\n\n\(ValueLine.text($0))" } ?? ""
      return stateText(state, after: before) + value
    }

    /// A state on one line; if that omits parts, also what has changed in it.
    private func stateText(_ state: Feature.State, after before: Feature.State?) -> String {
      let text = ValueLine.text(state)
      guard !ValueLine.isWhole(state), let old = before ?? initialState else { return text }
      let changes = ChangeAssignments.texts(from: old, to: state)
      if changes.isEmpty { return text }
      let more = changes.count > 20 ? ["... (\(changes.count - 20) more)"] : []
      let title = before == nil ? "It differs from the initial state" : "The last action's change"
      return "\(text)\n\n\(title):\n\n\((changes.prefix(20) + more).bulleted)"
    }

    /// Records that an invariant or a limit does not hold; `count` says how often, for a limit.
    private func fail(
      _ name: String, _ state: Feature.State, after before: Feature.State?, _ count: String = ""
    ) {
      let text = "\"\(name)\" does not hold.\(count) The state:"
      fail(.always(name), "\(text)\n\n\(self.text(of: state, after: before))")
    }

    /// Records a failure; only the first one counts.
    func fail(_ kind: SimulatedRun.Failure.Kind, _ text: String) {
      if run.failure == nil { run.failure = SimulatedRun.Failure(kind: kind, text: text) }
    }
  }
}
