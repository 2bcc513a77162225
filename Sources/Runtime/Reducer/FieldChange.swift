/// A new value for one field of a state, as an action.
///
/// With it, one case of the action covers all fields of a form:
///
/// ```swift
/// enum Action: Equatable {
///   case form(FieldChange<State>)
///   case submitted
/// }
///
/// var body: some ReducerOf<Self> {
///   Fields(action: Action.form)
///   Reduce { state, action in
///     switch action {
///     case .form(\.name): state.isNameValid = !state.name.isEmpty
///     case .form, .submitted: break
///     }
///     return .none
///   }
/// }
/// ```
///
/// A view sends `.form(.set(\.name, "Blob"))`, and a test sends or receives the same. Two changes
/// are equal if their fields and values are equal. In a pattern, a key path matches all changes of
/// its field.
public struct FieldChange<State>: Sendable {
  /// The field, as a Sendable type; users get it from `field`, as the plain type.
  private let sendableField: any PartialKeyPath<State> & Sendable
  private let newValue: any Equatable & Sendable
  private let assign: @Sendable (inout State) -> Void

  /// Creates a change of a field.
  ///
  /// - Parameters:
  ///   - field: The field, which may be nested.
  ///   - value: Its new value.
  /// - Returns: The change.
  public static func set<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> FieldChange {
    FieldChange(sendableField: field, newValue: value) { $0[keyPath: field] = value }
  }

  /// The field.
  public var field: PartialKeyPath<State> { sendableField }

  /// The new value if this is a change of the given field, otherwise `nil`.
  package func value<Value: Equatable & Sendable>(of field: KeyPath<State, Value>) -> Value? {
    field == self.field ? newValue as? Value : nil
  }

  /// Sets the field to its new value.
  ///
  /// ``Fields`` calls this for each action that holds a change. A reducer that validates the value
  /// first calls it itself instead.
  public func apply(to state: inout State) { assign(&state) }

  /// Whether a change affects a field, for patterns such as `case .form(\.name):`.
  public static func ~= <Value>(field: KeyPath<State, Value>, change: FieldChange) -> Bool {
    field == change.field
  }
}

extension FieldChange: Equatable {
  /// Whether both changes set the same field to the same value.
  @_documentation(visibility: internal)
  public static func == (one: FieldChange, other: FieldChange) -> Bool {
    one.field == other.field && isEqual(one.newValue, other.newValue)
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: any Sendable) -> Bool {
    other as? Value == value
  }
}

/// A `FieldChange` of a state of any type, for reports that print actions of any type.
package protocol SetsField {
  /// The text of the field, its value in a state before the change, and its new value; `nil` for a
  /// state of another type, and if the path of the field unwraps an optional.
  func values(in state: Any) -> (field: String, old: Any, new: Any)?

  /// Whether a new value is a whole state, which `\.self` sets.
  ///
  /// A member named `self` is printed like `\.self`, but its value has another type.
  func isWhole(_ value: Any) -> Bool
}

extension FieldChange: SetsField {
  package func isWhole(_ value: Any) -> Bool { value is State }

  package func values(in state: Any) -> (field: String, old: Any, new: Any)? {
    // A key path that unwraps an optional with `!` would trap if the optional is nil in `state`.
    guard let state = state as? State, !name.contains("!") else { return nil }
    return (name, state[keyPath: field], newValue)
  }
}

extension FieldChange: CustomStringConvertible, CustomReflectable {
  /// The field and its value, such as `\.name = "Blob"`.
  public var description: String {
    let text = (newValue as? String).map(\.debugDescription) ?? ValueLine.text(newValue)
    return "\\.\(name) = \(text)"
  }

  /// The value, with the field as its label.
  @_documentation(visibility: internal)
  public var customMirror: Mirror {
    Mirror(self, children: [name: newValue], displayStyle: .struct)
  }

  /// The text of the field, without the name of the state's type: `address.city` for
  /// `\Form.State.address.city`.
  ///
  /// If the name of the type is printed in another way, only the backslash is removed.
  private var name: String {
    let text = "\(field)"
    let root = "\\\(State.self)."
    return String(text.hasPrefix(root) ? text.dropFirst(root.count) : text.dropFirst())
  }
}
