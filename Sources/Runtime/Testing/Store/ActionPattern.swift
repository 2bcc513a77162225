import Ratchet

/// Matches actions with a pattern: a function that makes an action from the values that the test
/// leaves open, such as `Action.loaded` or `{ .row(id: 1, action: .loaded($0)) }`.
///
/// Used by `TestStore.receive`. An *open value* is an argument of the function. An action matches
/// if the function makes an equal action from parts of it; `ActionPattern+Search.swift` looks for
/// these parts by reflection.
struct ActionPattern<Action> {
  /// The types of the open values.
  private let types: [any Any.Type]
  /// The types of all open values as one tuple type, for a failure.
  private let type: any Any.Type
  /// For each open value, a check whether a given value has its type.
  let accepts: [(Any) -> Bool]
  /// Calls the function with these values; `nil` if one of them does not have the type of its
  /// parameter.
  let make: ([Any]) -> Action?

  init<each Value>(_ pattern: @escaping (repeat each Value) -> Action) {
    func isValue<Type>(_ type: Type.Type) -> (Any) -> Bool { { $0 is Type } }
    // Takes the next argument; throws if it does not have the type of its parameter.
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

  /// Names the case that the function makes; must call the function with some arguments to know it.
  private func title(_ examples: [Any]) -> String {
    let samples = arguments(from: examples)
    return CaseNames.text(
      samples.flatMap { make($0.all) }, of: samples?.all ?? [], open: samples?.found ?? [],
      in: Action.self, type)
  }

  /// One argument for each parameter, to call the function with: an empty value such as `""` or 0
  /// or, if its type has none, a part of the examples, which are actions and states of the test.
  ///
  /// Returns `nil` if there is no argument for a parameter. `all` are the arguments; `found` has
  /// those that are parts of the examples, which failures write as `$0`, and `nil` for empty ones.
  private func arguments(from examples: [Any]) -> (all: [Any], found: [Any?])? {
    var (all, found): ([Any], [Any?]) = ([], [])
    for (type, accepts) in zip(types, accepts) {
      let sample = CaseNames.sample(of: type)
      let part =
        sample == nil ? examples.lazy.compactMap { Parts($0).first(where: accepts) }.first : nil
      guard let value = sample ?? part else { return nil }
      all.append(value)
      found.append(part)
    }
    return (all, found)
  }

  /// Says in a failure that an action has no part that can be one of the open values, and so cannot
  /// be compared with the pattern.
  ///
  /// Returns `nil` if the action can be compared, or if the names of the cases show that the
  /// pattern means another action.
  private func obstacle(_ action: Action) -> String? {
    // `index` is the position of the open value whose part in the action is unknown.
    guard case .unknown(let index) = search(action) else { return nil }
    // With arguments for all parameters, the function shows which case it makes. Otherwise, the
    // action has no part of the missing type; if a case holds this type, the pattern probably means
    // that case.
    if let all = arguments(from: [action])?.all {
      guard let chain = make(all).flatMap({ CaseNames.chain(of: $0, around: all) }),
        // The added dots keep the case `row` from matching an action of the case `rows`.
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

  /// An argument does not have the type of its parameter.
  private struct OtherType: Error {}
}
