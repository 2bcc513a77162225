/// The runs that have come furthest toward the targets of a simulation: every second run continues
/// from one of them.
///
/// A target is a number of the state that a simulation tries to make large
/// (`SimulatedWorld.target`); the largest one in a run is the run's *peak*. Used by `simulate`.
/// Source of the idea: Löscher, Sagonas, "Targeted property-based testing", 2017.
struct SimulationLeads {
  private struct Lead {
    let value: Int
    let choices: RunChoices

    /// Whether a peak is larger or, if both are equal, took fewer moves.
    func isBehind(_ peak: SimulatedRun.Peak) -> Bool {
      (value, -choices.moves.count) < (peak.value, -peak.moves)
    }
  }

  /// The best run for each target, by its number.
  private var leads: [Int: Lead] = [:]

  /// Keeps a run for each target whose peak in this run is better than the best so far.
  mutating func add(_ run: SimulatedRun) {
    for (target, peak) in run.peaks where leads[target]?.isBehind(peak) != false {
      leads[target] = Lead(value: peak.value, choices: run.choices.first(moves: peak.moves))
    }
  }

  /// The choices of the moves that a run repeats before it continues at random; `nil` for a run
  /// that is random from its beginning: each run with an even number, and a run for which the moves
  /// would leave no room for more.
  func choices(forRun number: UInt64, length: Int) -> RunChoices? {
    if leads.isEmpty || number % 2 == 0 { return nil }
    // The targets take turns. Each has a lead, because each run has a peak for each target.
    let choices = leads[Int(number / 2 % UInt64(leads.count))]?.choices
    return choices.flatMap { $0.moves.count < length ? $0 : nil }
  }
}
