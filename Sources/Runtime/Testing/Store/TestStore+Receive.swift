public import Ratchet
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

  /// Receives an action of the same case as another one, whatever their payloads:
  /// `receive(case: .finished)`.
  ///
  /// For a case without a payload, of an action that is not `Equatable`.
  ///
  /// - Parameters:
  ///   - action: An action of the case.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  public func receive(
    case action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expectation = Expectation<Action>("an action of \(CaseMatch.title(of: action))") {
      CaseMatch.isSameCase($0, action)
    }
    await receive(expectation, changes, sourceLocation)
  }

  /// Says how to receive an action that cannot be compared.
  @available(
    *, unavailable,
    message: """
      'receive(_:)' compares actions, which have to conform to 'Equatable' for that; without it, \
      write 'receive(case: .finished)' for a case without a payload, and \
      'receive(Action.loaded)' or 'receive(Action.loaded, 1)' for one that has one
      """
  )
  @_disfavoredOverload
  public func receive(
    _ action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {}

  /// Receives an action that a path of cases leads to, whatever its payload:
  /// `receive(path: CasePath(Action.view, View.saved))`.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  public func receive<Value>(
    path: CasePath<Action, Value>,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await receive(Expectation("an action of \(path.title)", path.is), changes, sourceLocation)
  }

  /// Receives an action that a path of cases leads to, with an equal payload:
  /// `receive(path: CasePath(Action.view, View.saved), 42)`.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - value: The expected payload.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  public func receive<Value: Equatable>(
    path: CasePath<Action, Value>, _ value: Value,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expectation = Expectation(path.embed(value)) { path.extract(from: $0) == value }
    await receive(expectation, changes, sourceLocation)
  }

  /// Receives an action that a path of cases leads to, with several equal values:
  /// `receive(path: CasePath(Action.view, View.moved), 1, 2)`.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - value: The expected payload, each of its values for itself.
  ///   - changes: Makes the expected state from the state before. Without it nothing must change.
  ///   - sourceLocation: Where failures are recorded.
  @_disfavoredOverload
  public func receive<each Value: Equatable>(
    path: CasePath<Action, (repeat each Value)>, _ value: repeat each Value,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expectation = Expectation(path.embed((repeat each value))) { action in
      guard let found = path.extract(from: action) else { return false }
      for (found, expected) in repeat (each found, each value) {
        if found != expected { return false }
      }
      return true
    }
    await receive(expectation, changes, sourceLocation)
  }

  func receive(
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
