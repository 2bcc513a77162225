import RatchetReports

// Converts a run of `simulate` to the form from which `PrintedTest` prints a test that fails in the
// same way.
extension SimulatedRun {
  /// The run as its printed test shows it.
  ///
  /// The steps are only those that the test makes: effects send their actions again by themselves,
  /// and the test's `Draw` repeats the faults (the calls of clients that failed).
  var printed: PrintedRun {
    let schedules = (0...restarts).map { schedule(ofStore: $0) }
    // The printed test checks an invariant after each action, so a state that no action has led to
    // must be checked at its end.
    return PrintedRun(
      failure: failure.map(\.kind.printed), steps: steps.compactMap(\.printed),
      schedules: schedules.allSatisfy { $0 == .inOrder } ? [] : schedules.map(\.description),
      faults: Dictionary(grouping: choices.faults, by: \.name).mapValues { $0.map(\.callInRun) },
      draws: RunChoices.trimmed(choices.draws), isFoundAtEnd: endsInInitialState || isFoundAtEnd)
  }
}

extension SimulatedRun.Failure.Kind {
  fileprivate var printed: PrintedRun.Failure {
    switch self {
    case .always(let name): .always(name)
    case .eventually(let name): .eventually(name)
    case .issue: .issue
    }
  }
}

extension SimulatedRun.Step {
  fileprivate var printed: PrintedRun.Step? {
    switch self {
    case .send(let action): .send(action)
    case .advance(let duration): .advance(duration)
    case .restart(let isCrash): .restart(isCrash: isCrash)
    case .settle: .settle
    case .stopFaults: .stopFaults
    case .effectSends, .fault: nil
    }
  }
}
