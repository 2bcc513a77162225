import Ratchet

/// Decides whether an action is the one that `TestStore.receive` expects, and describes the
/// expected action in failures.
///
/// Each form of `receive` makes one: of a whole action, of a pattern (a function that makes the
/// action from values that the test leaves open), or of a condition.
struct Expectation<Action> {
  private let describe: (_ examples: [Any], _ text: (Any) -> String) -> String
  private let expected: (() -> Action)?
  /// Whether an action is the expected one.
  let matches: (Action) -> Bool
  /// Says why an action cannot be compared with the expected one; returns `nil` if it can.
  let obstacle: (Action) -> String?

  /// The text for failures.
  ///
  /// If the test gave the whole action, `text` writes it. A pattern is described with parts of the
  /// examples, which are actions and states of the test, for the values that the test leaves open.
  func description(_ examples: [Any], _ text: (Any) -> String) -> String {
    describe(examples, text)
  }

  /// The expected action, if the test gave the whole action.
  ///
  /// Kept as a closure: if the action itself were stored, copying this struct would have to look up
  /// the layout of `Action` at run time.
  var action: Action? { expected?() }

  /// Expects a whole action.
  init(_ action: Action, _ matches: @escaping (Action) -> Bool) {
    describe = { $1(action) }
    expected = { action }
    self.matches = matches
    obstacle = { _ in nil }
  }

  /// Expects an action of which the test gives only a description.
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
