import Ratchet
public import Testing

extension TestStore {
  /// Receives an action that an effect has sent, and asserts how it changes the state.
  ///
  /// Any unreceived action may be received next; but what `Effect.send` sends, and what an effect
  /// sends while it starts, in the order in which a `Store` reduces it. Effects run until they have
  /// sent it. Fails if there is no such action and nothing can send it: at once, or a quarter of a
  /// second later if an effect waits for something outside of the store.
  ///
  /// - Parameters:
  ///   - action: The action that an effect has sent.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  public func receive(
    _ action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async where Action: Equatable {
    await receive(Expectation(action) { $0 == action }, changes, sourceLocation)
  }

  /// Receives an action of a case, whatever its payload: `receive(Action.response)`.
  ///
  /// - Parameters:
  ///   - actionCase: The constructor of the case.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  public func receive<Value>(
    _ actionCase: @escaping (Value) -> Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expectation = Expectation<Action>("an action of \(CaseNames.text(of: actionCase))") {
      CaseMatch.isCase($0, of: actionCase)
    }
    await receive(expectation, changes, sourceLocation)
  }

  /// Receives an action of a case with an equal payload: `receive(Action.response, 42)`.
  ///
  /// For actions that are not `Equatable` themselves.
  ///
  /// - Parameters:
  ///   - actionCase: The constructor of the case.
  ///   - value: The expected payload, each of its values for itself.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  public func receive<each Value: Equatable>(
    _ actionCase: @escaping (repeat each Value) -> Action,
    _ value: repeat each Value,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expected = actionCase(repeat each value)
    let expectation = Expectation(expected) {
      CaseMatch.isEqual($0, expected, repeat each value)
    }
    await receive(expectation, changes, sourceLocation)
  }

  /// Receives an action for which a condition holds.
  ///
  /// - Parameters:
  ///   - condition: Tells whether the action is the one that is meant.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  public func receive(
    where condition: @escaping (Action) -> Bool,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expectation = Expectation(
      """
      an action for which the condition at \(sourceLocation.fileName):\(sourceLocation.line) holds
      """, condition)
    await receive(expectation, changes, sourceLocation)
  }

  private func receive(
    _ expectation: Expectation<Action>, _ changes: ((inout State) throws -> Void)?,
    _ sourceLocation: SourceLocation
  ) async {
    issues.location = sourceLocation
    var parked: ParkedAction<Action>?
    await perform { parked = try await run.find(expectation) }
    guard let parked else { return issues.record(run.failure(toReceive: expectation)) }
    let before = state
    run.receive(parked)
    check(changes, from: before, after: "receive", parked.action)
    await perform { try await run.continueEffects() }
  }
}

/// The action that a test expects, and its description for failures.
struct Expectation<Action> {
  private let describe: () -> String
  /// The action itself, if it is known.
  let action: Action?
  let matches: (Action) -> Bool

  /// Computed on reading, so that a step that passes does not pay for it.
  var description: String { describe() }

  init(_ action: Action, _ matches: @escaping (Action) -> Bool) {
    describe = { ValueLine.text(action) }
    self.action = action
    self.matches = matches
  }

  init(_ description: @escaping @autoclosure () -> String, _ matches: @escaping (Action) -> Bool) {
    describe = description
    action = nil
    self.matches = matches
  }
}

/// Compares actions with the constructors of their cases.
private enum CaseMatch {
  /// Whether an action is of the case that a constructor makes.
  ///
  /// Makes an action from the associated values of this one: if that is of the same case, so is
  /// this.
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
