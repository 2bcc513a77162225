import Synchronization

/// Whether this process reads dependencies in a test context, so that readers have to give their line.
///
/// In other processes a read does not look at the context at all.
enum TestReads {
  private static let state = Atomic(State.unknown.rawValue)

  private enum State: UInt8 { case unknown, never, possible }

  /// False if no values of this process have a test context.
  static var arePossible: Bool {
    state.load(ordering: .relaxed) == State.never.rawValue ? false : askProcess()
  }

  /// Takes note that values with a test context exist.
  static func begin() { state.store(State.possible.rawValue, ordering: .relaxed) }

  private static func askProcess() -> Bool {
    let isTest = ProcessDependencies.frame.context == .test
    let answer = isTest ? State.possible : .never
    _ = state.compareExchange(
      expected: State.unknown.rawValue, desired: answer.rawValue, ordering: .relaxed)
    return state.load(ordering: .relaxed) == State.possible.rawValue
  }
}
