/// Gives fields of a state the values that actions have for them.
///
/// ```swift
/// Fields(action: Action.form)
///   .onChange(of: \.name) { _, name in
///     Reduce { state, _ in
///       state.isNameValid = !name.isEmpty
///       return .none
///     }
///   }
/// ```
///
/// Put it before the feature's own logic: then that sees the new value. All other actions pass. See
/// ``FieldChange`` for the action.
public struct Fields<State, Action: Sendable>: Reducer {
  @usableFromInline let action: CasePath<Action, FieldChange<State>>

  /// Makes a reducer of the changes in a case of the action.
  ///
  /// - Parameters:
  ///   - action: The case that holds the changes.
  ///   - fileID: The file of the call, for reports about the case.
  ///   - line: The line of the call.
  @inlinable
  public init(
    action: @escaping @Sendable (FieldChange<State>) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.action = CasePath(action, fileID: fileID, line: line)
  }

  /// Applies the change, if the action is one.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    self.action.extract(from: action)?.apply(to: &state)
    return .none
  }
}
