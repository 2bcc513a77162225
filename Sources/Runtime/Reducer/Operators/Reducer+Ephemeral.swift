extension Reducer {
  /// Sets an optional to nil after each action of a case, such as an alert after its button.
  ///
  /// ```swift
  /// .ephemeral(\.alert, after: Action.alert)
  /// ```
  ///
  /// This reducer runs first, so it still finds the value. If it changes the value, for example to
  /// another alert, the new one stays. For a case of an enum of destinations, use
  /// ``ephemeral(_:case:after:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - state: The key path to the optional.
  ///   - action: Wraps the action's payload, such as a button, in this feature's action.
  ///   - fileID: Where the operator is, for reports.
  ///   - line: Where the operator is, for reports.
  /// - Returns: A reducer that runs this one and then removes the value.
  public func ephemeral<Value: Equatable, Payload>(
    _ state: WritableKeyPath<State, Value?>,
    after action: @escaping @Sendable (Payload) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let path = CasePath(action, fileID: fileID, line: line)
    return removing(state, where: { _ in true }, after: path.is)
  }

  /// Sets an optional destination to nil after each action of a case, if the destination is of a
  /// given case, such as an alert after its button.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .destination(.presented(.alert(.delete))) = action { state.items = [] }
  ///   return .none
  /// }
  /// .ifLet(presenting: \.destination, action: Action.destination) { Destination() }
  /// .ephemeral(
  ///   \.destination, case: Destination.State.alert,
  ///   after: { .destination(.presented(.alert($0))) })
  /// ```
  ///
  /// Works like ``ephemeral(_:after:fileID:line:)``. A destination of another case stays, even if
  /// an action of the alert arrives late.
  ///
  /// - Parameters:
  ///   - state: The key path to the optional destination.
  ///   - destination: The case of the destination that is removed.
  ///   - action: Wraps the action's payload, such as a button, in this feature's action.
  ///   - fileID: Where the operator is, for reports.
  ///   - line: Where the operator is, for reports.
  /// - Returns: A reducer that runs this one and then removes the destination.
  public func ephemeral<Value: Equatable, Case, Payload>(
    _ state: WritableKeyPath<State, Value?>,
    case destination: @escaping @Sendable (Case) -> Value,
    after action: @escaping @Sendable (Payload) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> some Reducer<State, Action> {
    let value = CasePath(destination, fileID: fileID, line: line)
    let path = CasePath(action, fileID: fileID, line: line)
    return removing(state, where: value.is, after: path.is)
  }

  /// Sets the optional to nil after each action for which `endsValue` is true, if its value
  /// `isEphemeral` and this reducer has not changed it.
  private func removing<Value: Equatable>(
    _ state: WritableKeyPath<State, Value?>, where isEphemeral: @escaping (Value) -> Bool,
    after endsValue: @escaping (Action) -> Bool
  ) -> some Reducer<State, Action> {
    OperatorReducer(of: Self.self) {
      let reduction = self.makeReduction()
      let base = reduction.run
      let keyPath = state
      let run: (inout State, Action) -> Effect<Action> = { state, action in
        guard endsValue(action), let value = state[keyPath: keyPath], isEphemeral(value) else {
          return base(&state, action)
        }
        let effect = base(&state, action)
        if state[keyPath: keyPath] == value { state[keyPath: keyPath] = nil }
        return effect
      }
      return Reduction(run, declaring: reduction.declarations)
    }
  }
}
