/// How a value was created: from which keys, and which values were missing.
///
/// A reader checks this before it uses the value.
final class Provenance: Sendable {
  /// The keys that were read to create the value, which applies where none of them is overridden.
  let needs: Set<ObjectIdentifier>
  /// The missing values: the key's own, and those of the keys from which it was created.
  let missing: Set<MissingValue>
  /// Whether the entry has no value, and only records on which keys a value that was created under
  /// overrides depends.
  let isPlaceholder: Bool

  init(
    needs: Set<ObjectIdentifier>, missing: Set<MissingValue> = [], isPlaceholder: Bool = false
  ) {
    self.needs = needs
    self.missing = missing
    self.isPlaceholder = isPlaceholder
  }

  /// Whether the value can be used where nothing is overridden.
  var appliesWithoutOverrides: Bool { missing.isEmpty && !isPlaceholder }
}
