/// A new value for one field of a state, so that one action covers many fields.
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
/// A view sends `.form(.set(\.name, "Blob"))`, and a test sends or receives the same: changes are
/// equal if field and value are. As a pattern, a key path matches each change of its field.
public struct FieldChange<State>: Sendable {
  private let assignment: any FieldAssignment<State>

  /// Makes a change of a field.
  ///
  /// - Parameters:
  ///   - field: The field, which may be nested in another one.
  ///   - value: Its new value.
  /// - Returns: The change.
  public static func set<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> FieldChange {
    FieldChange(assignment: Assignment(field: field, value: value))
  }

  /// The field.
  public var field: PartialKeyPath<State> { assignment.anyField }

  /// The new value if this is a change of the given field, otherwise `nil`.
  public func value<Value: Equatable & Sendable>(of field: KeyPath<State, Value>) -> Value? {
    guard field == self.field else { return nil }
    return (assignment as? Assignment<State, Value>)?.value
  }

  /// Sets the field to its new value.
  ///
  /// ``Fields`` does this for each action; a reducer that validates the value first does it itself.
  public func apply(to state: inout State) { assignment.apply(to: &state) }

  /// Whether a change is of a field, for `case .form(\.name):`.
  public static func ~= <Value>(field: KeyPath<State, Value>, change: FieldChange) -> Bool {
    field == change.field
  }
}

extension FieldChange: Equatable {
  /// Whether both set the same field to the same value.
  public static func == (one: FieldChange, other: FieldChange) -> Bool {
    one.assignment.isEqual(to: other.assignment)
  }
}

extension FieldChange: CustomStringConvertible, CustomReflectable {
  /// The field and its value, such as `\.name = "Blob"`.
  public var description: String {
    let value = assignment.anyValue
    let text = (value as? String).map(\.debugDescription) ?? ValueLine.text(value)
    return "\\.\(name) = \(text)"
  }

  /// The value, with the field as its label.
  public var customMirror: Mirror {
    Mirror(self, children: [name: assignment.anyValue], displayStyle: .struct)
  }

  /// The field without the type's name: `address.city` for `\Form.State.address.city`.
  private var name: String {
    let text = "\(field)"
    let root = "\\\(State.self)."
    return String(text.hasPrefix(root) ? text.dropFirst(root.count) : text.dropFirst())
  }
}

/// A field and its new value, with the type of the value erased.
private protocol FieldAssignment<State>: Sendable {
  associatedtype State
  var anyField: PartialKeyPath<State> { get }
  var anyValue: any Sendable { get }
  func apply(to state: inout State)
  func isEqual(to other: any FieldAssignment<State>) -> Bool
}

private struct Assignment<State, Value: Equatable & Sendable>: FieldAssignment {
  let field: any WritableKeyPath<State, Value> & Sendable
  let value: Value

  var anyField: PartialKeyPath<State> { field }
  var anyValue: any Sendable { value }

  func apply(to state: inout State) { state[keyPath: field] = value }

  func isEqual(to other: any FieldAssignment<State>) -> Bool {
    guard let other = other as? Assignment else { return false }
    return field == other.field && value == other.value
  }
}
