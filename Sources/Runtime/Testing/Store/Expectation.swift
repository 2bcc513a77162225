import Ratchet

/// Decides whether an action is the one that `TestStore.receive` expects, and describes the
/// expected action in failures.
struct Expectation<Action> {
  private let describe: (_ examples: [Any], _ text: (Any) -> String) -> String
  private let expected: (() -> Action)?
  let matches: (Action) -> Bool
  /// Says why an action cannot be compared with the expected one, if so.
  let obstacle: (Action) -> String?

  /// The text for failures; `text` writes the whole action if there is one, and parts of the
  /// examples are used for values that the test leaves open.
  func description(_ examples: [Any], _ text: (Any) -> String) -> String {
    describe(examples, text)
  }

  /// The expected action, if the test gave the whole action.
  ///
  /// Kept as a closure: if the action itself were stored, copying this struct would have to look up
  /// the layout of `Action` at run time.
  var action: Action? { expected?() }

  init(_ action: Action, _ matches: @escaping (Action) -> Bool) {
    describe = { $1(action) }
    expected = { action }
    self.matches = matches
    obstacle = { _ in nil }
  }

  init(
    _ description: @escaping (_ examples: [Any]) -> String,
    obstacle: @escaping (Action) -> String? = { _ in nil }, _ matches: @escaping (Action) -> Bool
  ) {
    describe = { examples, _ in description(examples) }
    expected = nil
    self.matches = matches
    self.obstacle = obstacle
  }
}
