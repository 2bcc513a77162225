/// A mistake with a *kept field*, a field of the state that the operator `kept(_:in:changed:)`
/// synchronizes with a shared key; has the values for the report.
///
/// `KeptSearch` finds the first three mistakes as a store begins; `KeptLink`, which carries values
/// between a field and the storage, finds the others.
enum KeptFieldMisuse {
  /// The feature that keeps the field may be absent, because it is attached with `attachment`.
  case absentFeature(key: String, attachment: String)
  /// Two keys are kept in one field, or in a field and a part of it.
  case overlap(key: String, other: String)
  /// The key is kept in two fields.
  case secondField(key: String)
  /// The initial value of the field is not the default of the key.
  case notDefault(key: String, value: Any, default: Any)
  /// A reducer has set the field to a value that does not equal itself, such as NaN.
  case notEqualToItself(key: String, value: Any)

  /// The text of the report.
  var text: String {
    switch self {
    case .absentFeature(let key, let attachment):
      """
      A field is kept in the shared key "\(key)" by a feature that may be absent, below \
      '\(attachment)'.

      The field is not kept: re-creating the feature would overwrite the shared value. To fix this, \
      use 'kept' in a feature that is always present. In this one, read the value with \
      '@SharedReader' and return '.change'.
      """
    case .overlap(let key, let other):
      """
      Two shared keys overlap: "\(key)" and "\(other)" are stored in the same field of a state, or \
      in a field and a part of it.

      Neither is kept: each would overwrite the other's value. To fix this, keep the field in one \
      key, and return '.change' for the other.
      """
    case .secondField(let key):
      """
      Two fields of a store are kept in the shared key "\(key)".

      Only the first is kept. To fix this, keep one field. Elsewhere, read the value with \
      '@SharedReader' and return '.change'.
      """
    case .notDefault(let key, let value, let standard):
      """
      The field kept in the shared key "\(key)" starts as \(ValueLine.text(value)), but the key's \
      default is \(ValueLine.text(standard)).

      The storage had no value, so the field's was stored. To fix this, start with the key's \
      default, for example 'var name = SharedKey.name.defaultValue'.
      """
    case .notEqualToItself(let key, let value):
      """
      A reducer set the field kept in the shared key "\(key)" to a value that does not equal \
      itself: \(ValueLine.text(value))

      The value was not stored: it would count as changed after every action. To fix this, do not \
      set the field to NaN, or to any other value that does not equal itself.
      """
    }
  }
}
