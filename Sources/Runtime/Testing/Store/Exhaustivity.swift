/// How much of what happens a test has to assert.
public enum Exhaustivity: Sendable, Hashable {
  /// All of it: each change of the state, each action that an effect sends, the end of each effect.
  case on

  /// Only what the test asserts is compared.
  ///
  /// A closure with expected changes may set a part of what changed. What effects send is reduced before the step that
  /// needs it, unless the test receives it, and effects may be in flight at the end. With `showSkipped` the test
  /// says what it did not assert, as warnings.
  case off(showSkipped: Bool)

  /// Only what the test asserts is compared, and nothing is said of the rest.
  public static var off: Self { .off(showSkipped: false) }

  var showsSkipped: Bool { self == .off(showSkipped: true) }
}
