import Ratchet

/// The action that a test expects, with its description for failures.
struct Expectation<Action> {
  private let describe: () -> String
  private let expected: (() -> Action)?
  let matches: (Action) -> Bool

  /// Computed when read, so that a passing step does not pay for it.
  var description: String { describe() }

  /// The action itself, if it is known.
  ///
  /// Also computed: a structure that stores it is copied by its generic type.
  var action: Action? { expected?() }

  init(_ action: Action, _ matches: @escaping (Action) -> Bool) {
    describe = { ValueLine.text(action) }
    expected = { action }
    self.matches = matches
  }

  init(_ description: @escaping @autoclosure () -> String, _ matches: @escaping (Action) -> Bool) {
    describe = description
    expected = nil
    self.matches = matches
  }
}
