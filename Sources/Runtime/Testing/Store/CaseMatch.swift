import Ratchet

/// Compares actions with the constructors of their cases.
enum CaseMatch {
  /// Whether an action is of the case that a constructor makes.
  ///
  /// Takes the associated values out of the action and makes an action of them: if that is of the same
  /// case, so is the action.
  static func isCase<Action, Value>(_ action: Action, of constructor: (Value) -> Action) -> Bool {
    guard let reflection = CaseReflection(action),
      let payload = Mirror(reflecting: action).children.first?.value,
      let value = payload as? Value ?? onlyElement(of: payload) as? Value,
      let made = CaseReflection(constructor(value))
    else { return false }
    return made.isSameCase(as: reflection)
  }

  /// The value in a tuple of one, as reflection shows an associated value that has a label.
  private static func onlyElement(of payload: Any) -> Any? {
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple && mirror.children.count == 1
      ? mirror.children.first?.value : nil
  }

  /// Whether an action is of the same case as another, with equal associated values.
  static func isEqual<Action, each Value: Equatable>(
    _ action: Action, _ expected: Action, _ values: repeat each Value
  ) -> Bool {
    guard let reflection = CaseReflection(action), let other = CaseReflection(expected),
      reflection.isSameCase(as: other),
      let actual = try? cast(reflection.values, to: repeat (each Value).self)
    else { return false }
    for (actual, expected) in repeat (each actual, each values) {
      if actual != expected { return false }
    }
    return true
  }

  private struct Mismatch: Error {}

  private static func cast<each Value>(
    _ values: [Any], to types: repeat (each Value).Type
  ) throws(Mismatch) -> (repeat each Value) {
    var rest = values[...]
    func next<T>(_ type: T.Type) throws(Mismatch) -> T {
      guard let value = rest.popFirst() as? T else { throw Mismatch() }
      return value
    }
    let cast = (repeat try next(each types))
    guard rest.isEmpty else { throw Mismatch() }
    return cast
  }
}
