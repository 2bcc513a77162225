/// A reducer that sets fields of the state as the ``FieldChange`` in an action says.
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
/// Put it before the feature's own logic, which then sees the new value. It ignores actions that
/// hold no change. ``FieldChange`` shows how to declare the action.
public struct Fields<State, Action: Sendable>: Reducer {
  @usableFromInline let action: CasePath<Action, FieldChange<State>>

  /// Makes a reducer for the changes that a case of the action holds.
  ///
  /// - Parameters:
  ///   - action: The case that holds the changes.
  ///   - fileID: The file of the call, for reports about the case.
  ///   - line: The line of the call.
  @preconcurrency
  @inlinable
  public init(
    action: @escaping @Sendable (FieldChange<State>) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.action = CasePath(action, fileID: fileID, line: line)
  }

  /// Applies the change if the action has one.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    self.action.extract(from: action)?.apply(to: &state)
    return .none
  }
}
