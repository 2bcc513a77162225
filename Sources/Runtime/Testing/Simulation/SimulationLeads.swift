/// The runs that have come furthest toward the targets of a simulation: every second run continues
/// from one of them.
///
/// Used by `simulate`. Source of the idea: Löscher, Sagonas, "Targeted property-based testing",
/// 2017.
struct SimulationLeads {
  private struct Lead {
    let value: Int
    let choices: RunChoices

    func isBehind(_ peak: SimulatedRun.Peak) -> Bool {
      (value, -choices.moves.count) < (peak.value, -peak.moves)
    }
  }

  /// The best run for each target, by its number.
  private var leads: [Int: Lead] = [:]

  mutating func add(_ run: SimulatedRun) {
    for (target, peak) in run.peaks where leads[target]?.isBehind(peak) != false {
      leads[target] = Lead(value: peak.value, choices: run.choices.first(moves: peak.moves))
    }
  }

  /// The moves from which a run continues; `nil` if it starts from the beginning, as it must if the
  /// moves leave no room for more.
  func choices(forRun number: UInt64, length: Int) -> RunChoices? {
    if leads.isEmpty || number % 2 == 0 { return nil }
    let choices = leads[Int(number / 2 % UInt64(leads.count))]?.choices
    return choices.flatMap { $0.moves.count < length ? $0 : nil }
  }
}
