import Ratchet

/// Compares actions by the constructors of their cases.
enum CaseMatch {
  /// Whether an action is of the case that a constructor makes.
  ///
  /// Makes another action from the associated values of this one: if that is of the same case, so
  /// is this one.
  static func isCase<Action, Value>(_ action: Action, of constructor: (Value) -> Action) -> Bool {
    value(of: action, constructor) != nil
  }

  /// The associated values of an action if it is of the case that a constructor makes.
  static func value<Action, Value>(
    of action: Action, _ constructor: (Value) -> Action
  ) -> Value? {
    guard let reflection = CaseReflection(action),
      let payload = Mirror(reflecting: action).children.first?.value,
      let value = (onlyElement(of: payload) ?? payload) as? Value,
      let made = CaseReflection(constructor(value)), made.isSameCase(as: reflection)
    else { return nil }
    return value
  }

  /// The element's action if an action is of the case that a constructor makes, with this id.
  static func element<Action, ID: Equatable, ElementAction>(
    of action: Action, id: ID, _ constructor: (ID, ElementAction) -> Action
  ) -> ElementAction? {
    guard let reflection = CaseReflection(action), reflection.values.count == 2,
      let found = reflection.values[0] as? ID, found == id,
      let element = reflection.values[1] as? ElementAction,
      let made = CaseReflection(constructor(id, element)), made.isSameCase(as: reflection),
      made.values.first as? ID == id
    else { return nil }
    return element
  }

  /// The value in a tuple of one element, as mirrors show a labeled associated value.
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
