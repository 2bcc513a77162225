import Ratchet

/// Matches actions with a pattern: a function that makes an action from the values that the test
/// leaves open, such as `Action.loaded` or `{ .row(id: 1, action: .loaded($0)) }`.
///
/// Used by `TestStore.receive`. It reads and makes actions by reflection, which takes microseconds.
struct ActionPattern<Action> {
  /// The types of the open values.
  private let types: [any Any.Type]
  /// All types as one, for a failure.
  private let type: any Any.Type
  /// For each open value, a check whether a given value has its type.
  let accepts: [(Any) -> Bool]
  /// Calls the function with these values; `nil` if one of them does not have the type of its
  /// parameter.
  let make: ([Any]) -> Action?

  init<each Value>(_ pattern: @escaping (repeat each Value) -> Action) {
    func isValue<Type>(_ type: Type.Type) -> (Any) -> Bool { { $0 is Type } }
    func next<Type>(_ type: Type.Type, _ values: inout [Any]) throws -> Type {
      guard let value = values.removeFirst() as? Type else { throw OtherType() }
      return value
    }
    var types: [any Any.Type] = []
    var accepts: [(Any) -> Bool] = []
    for type in repeat (each Value).self {
      types.append(type)
      accepts.append(isValue(type))
    }
    self.types = types
    self.accepts = accepts
    type = (repeat each Value).self
    make = { values in
      var values = values
      return try? pattern(repeat next((each Value).self, &values))
    }
  }

  /// An expectation that an action satisfies if the function makes an equal one from parts of it.
  var expectation: Expectation<Action> {
    Expectation({ "an action of \(title($0))" }, obstacle: obstacle) { action in
      if case .found = search(action) { true } else { false }
    }
  }

  // MARK: - Failures

  /// Names what the function makes; calls it with parts of the examples if there are no empty
  /// values.
  private func title(_ examples: [Any]) -> String {
    let values = values(examples)
    return CaseNames.text(
      values.flatMap { make($0.all) }, of: values?.all ?? [], open: values?.open ?? [],
      in: Action.self, type)
  }

  /// One value of each type to call the function with: an empty one, or else a part of the
  /// examples; `nil` if a type has neither.
  ///
  /// `open` has the part, or `nil` where the value is empty.
  private func values(_ examples: [Any]) -> (all: [Any], open: [Any?])? {
    var (all, open): ([Any], [Any?]) = ([], [])
    for (type, accepts) in zip(types, accepts) {
      let sample = CaseNames.sample(of: type)
      let part =
        sample == nil ? examples.lazy.compactMap { Parts($0).first(where: accepts) }.first : nil
      guard let value = sample ?? part else { return nil }
      all.append(value)
      open.append(part)
    }
    return (all, open)
  }

  /// For a failure: says of which open value's type the action has no part.
  ///
  /// Returns `nil` if there is no such type, or if the cases show that the pattern means another
  /// action. `ActionPattern+Search.swift` has `search`.
  private func obstacle(_ action: Action) -> String? {
    guard case .unknown(let index) = search(action) else { return nil }
    if let values = values([action])?.all {
      guard let chain = make(values).flatMap({ CaseNames.chain(of: $0, around: values) }),
        "\(CaseReflection.leafName(of: action) ?? "").".hasPrefix("\(chain).")
      else { return nil }
    } else if !CaseNames.names(in: Action.self, holding: types[index]).isEmpty {
      return nil
    }
    return """
      '\(ValueLine.text(action))' has no part that can be the '\(types[index])' argument of the \
      pattern, which must pass its arguments on unchanged. To fix this, use 'receive(where:)'.
      """
  }

  private struct OtherType: Error {}
}
