import Ratchet

/// Matches actions with a pattern: a function that makes an action from the values that the test
/// leaves open, such as `Action.loaded` or `{ .row(id: 1, action: .loaded($0)) }`.
///
/// Used by `TestStore.receive`. It reads and makes actions by reflection, which takes microseconds.
struct ActionPattern<Action> {
  /// For each open value, a check whether a given value has its type.
  private let accepts: [(Any) -> Bool]
  /// Calls the function with these values; `nil` if one of them does not have the type of its
  /// parameter.
  private let make: ([Any]) -> Action?
  /// Names what the function makes, for a failure.
  private let title: () -> String

  init<each Value>(_ pattern: @escaping (repeat each Value) -> Action) {
    func isValue<Type>(_ type: Type.Type) -> (Any) -> Bool { { $0 is Type } }
    func next<Type>(_ type: Type.Type, _ values: inout [Any]) throws -> Type {
      guard let value = values.removeFirst() as? Type else { throw OtherType() }
      return value
    }
    var accepts: [(Any) -> Bool] = []
    for type in repeat (each Value).self { accepts.append(isValue(type)) }
    self.accepts = accepts
    make = { values in
      var values = values
      return try? pattern(repeat next((each Value).self, &values))
    }
    title = { [make] in
      var samples: [Any] = []
      for type in repeat (each Value).self {
        if let sample = CaseNames.sample(of: type) { samples.append(sample) }
      }
      let made = samples.count == accepts.count ? make(samples) : nil
      return CaseNames.text(made, of: samples, in: Action.self, (repeat each Value).self)
    }
  }

  /// An expectation that an action satisfies if the function makes an equal one.
  var expectation: Expectation<Action> { Expectation("an action of \(title())", matches) }

  /// Whether the function makes an equal action from values that are found inside the action.
  private func matches(_ action: Action) -> Bool {
    let parts = CaseReflection.parts(of: action)
    var count = 0
    func search(_ values: [Any]) -> Bool {
      if values.count == accepts.count {
        count += 1
        return make(values).map { isSame($0, action) } ?? false
      }
      // Gives up after a thousand combinations, and the action then does not match: few actions of
      // a test need as many.
      return parts.contains { part in
        count < 1_000 && accepts[values.count](part) && search(values + [part])
      }
    }
    return search([])
  }

  private func isSame(_ made: Action, _ action: Action) -> Bool {
    guard let tag = CaseReflection.tag(of: made), tag == CaseReflection.tag(of: action)
    else { return false }
    return ValueEquality.areEqual(made, action)
  }

  private struct OtherType: Error {}
}
