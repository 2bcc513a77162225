import Ratchet
public import Testing

extension TestStore {
  /// Receives an action that an effect sent, and asserts how it changes the state.
  ///
  /// Effects run until one has sent the action. Unreceived actions may be received in any order,
  /// with an exception: those that `Effect.send` sends, or an effect sends while it starts, are
  /// received in the order in which a `Store` reduces them. Fails if there is no such action and
  /// nothing can send it: at once, or a quarter of a second later if an effect waits for something
  /// outside the store.
  ///
  /// - Parameters:
  ///   - action: The action that an effect has sent.
  ///   - changes: Makes the expected state from the previous one. By default nothing must change.
  ///   - sourceLocation: Where to record failures.
  public func receive(
    _ action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async where Action: Equatable {
    // An action with a NaN does not equal itself: such actions are compared part by part.
    let expectation = Expectation(action) {
      $0 == action || action != action && ValueEquality.areEqual($0, action)
    }
    await receive(expectation, changes, sourceLocation)
  }

  /// Receives an action that matches a pattern: a function that makes the action from the values
  /// that the test leaves open.
  ///
  /// ```swift
  /// await store.receive(Rows.Action.loaded) { $0.isLoading = false }
  /// await store.receive({ .row(id: 1, action: .loaded($0)) }) {
  ///   $0.rows[id: 1]?.isLoading = false
  /// }
  /// ```
  ///
  /// An action matches if the function, given parts of the action, makes an equal action. The
  /// function must pass its values on unchanged, in cases, structs, collections, or optionals.
  /// Values are compared with `==` if they are `Equatable`, otherwise part by part; functions count
  /// as equal, and so does NaN with NaN. The function may be called several times.
  ///
  /// - Parameters:
  ///   - pattern: The constructor of a case, or a closure that makes an action.
  ///   - changes: Makes the expected state from the previous one. By default nothing must change.
  ///   - sourceLocation: Where to record failures.
  public func receive<Value>(
    _ pattern: @escaping (Value) -> Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await receive(ActionPattern(pattern).expectation, changes, sourceLocation)
  }

  /// Receives an action that matches a pattern of several values: `receive(Action.moved)`.
  ///
  /// Works like the form for one value. That form is separate because the compiler crashes if this
  /// one takes a single value that is a function.
  ///
  /// - Parameters:
  ///   - pattern: The constructor of a case, or a closure that makes an action.
  ///   - changes: Makes the expected state from the previous one. By default nothing must change.
  ///   - sourceLocation: Where to record failures.
  public func receive<First, Second, each Value>(
    _ pattern: @escaping (First, Second, repeat each Value) -> Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await receive(ActionPattern(pattern).expectation, changes, sourceLocation)
  }

  /// Receives an action that a pattern makes of given values: `receive(Action.response, 42)`.
  ///
  /// ```swift
  /// await store.receive({ .row(id: 1, action: .loaded($0)) }, "Hi")
  /// ```
  ///
  /// Use it for actions that are not `Equatable`; they are compared as by the form that takes only
  /// a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The constructor of a case, or a closure that makes an action.
  ///   - value: The values that the pattern takes.
  ///   - changes: Makes the expected state from the previous one. By default nothing must change.
  ///   - sourceLocation: Where to record failures.
  public func receive<each Value: Equatable>(
    _ pattern: @escaping (repeat each Value) -> Action,
    _ value: repeat each Value,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let action = run.evaluate { pattern(repeat each value) }
    await receive(case: action, changes: changes, sourceLocation: sourceLocation)
  }

  /// Receives an action that satisfies a predicate.
  ///
  /// - Parameters:
  ///   - condition: Whether the action is the expected one.
  ///   - changes: Makes the expected state from the previous one. By default nothing must change.
  ///   - sourceLocation: Where to record failures.
  public func receive(
    where condition: @escaping (Action) -> Bool,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let line = "\(sourceLocation.fileName):\(sourceLocation.line)"
    let expectation = Expectation(
      { _ in "an action for which the condition at \(line) holds" }, condition)
    await receive(expectation, changes, sourceLocation)
  }

  /// Receives an action that equals a given action in all its parts: `receive(case: .finished)`.
  ///
  /// Use it for a case without a payload, if actions are not `Equatable`. A payload is compared,
  /// with `==` where a part of it is `Equatable`; functions count as equal, and so does NaN with
  /// NaN. To ignore the payload, pass the constructor of the case, as in
  /// `receive(Action.response)`.
  ///
  /// - Parameters:
  ///   - action: The action that an effect has sent.
  ///   - changes: Makes the expected state from the previous one. By default nothing must change.
  ///   - sourceLocation: Where to record failures.
  public func receive(
    case action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let expectation = Expectation(action) { ValueEquality.areEqual($0, action) }
    await receive(expectation, changes, sourceLocation)
  }

  /// Unavailable; its message says how to receive an action that is not `Equatable`.
  @available(
    *, unavailable,
    message: """
      'receive(_:)' compares actions, so they must conform to 'Equatable'; otherwise, write \
      'receive(case: .finished)' for a case without a payload, and 'receive(Action.loaded)' or \
      'receive(Action.loaded, 1)' for a case with one
      """
  )
  @_disfavoredOverload
  public func receive(
    _ action: Action,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {}

  /// Unavailable; its message says how to name a case, which a key path does not.
  @available(
    *, unavailable,
    message: """
      a case is named by the function that makes it, not by a key path; write \
      'receive(Action.loaded, 1)', or 'receive({ .row(id: 0, action: .loaded($0)) }, 1)'
      """
  )
  @_disfavoredOverload
  public func receive<Value>(
    _ action: KeyPath<CaseKeyPathHint, CaseKeyPathHint>, _ value: Value? = nil as Never?,
    changes: ((inout State) throws -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {}

  /// Does what all forms of `receive` share: finds the action among those that effects have sent,
  /// reduces it, compares the state, and lets effects continue.
  @inline(__always)
  func receive(
    _ expectation: Expectation<Action>, _ changes: ((inout State) throws -> Void)?,
    _ sourceLocation: SourceLocation
  ) async {
    issues.location = sourceLocation
    // With exhaustivity off, the last step may already have reduced the action.
    if let skipped = run.takeSkipped(expectation) {
      return check(
        changes, from: skipped.before, to: skipped.after, after: "receiving", skipped.action)
    }
    // An action that an effect has sent is parked until the test receives it.
    var parked: ParkedAction?
    // What `perform` does is written out, because its closure would cost async calls.
    beginPart()
    do { parked = try await run.find(expectation) } catch { recordUnrest(error) }
    endPart()
    guard let parked else {
      return issues.record(run.evaluate { run.failure(toReceive: expectation) })
    }
    let before = run.core.state
    run.receive(parked)
    check(
      changes, from: before, to: run.core.state, after: "receiving", run.action(of: parked))
    beginPart()
    do { try await run.continueEffects() } catch { recordUnrest(error) }
    endPart()
  }
}
