/// How a value was created: from which keys, and which values were missing.
///
/// Part of the value's `Entry`, the object that stores the value. A reader checks this before it
/// uses the value.
final class Provenance: Sendable {
  /// The keys that were read to create the value.
  ///
  /// The value can be used where none of them is overridden, or the same overrides are in force.
  let needs: Set<ObjectIdentifier>
  /// The missing values: the key's own, and those of the keys from which it was created.
  let missing: Set<MissingValue>
  /// Whether the entry has no value.
  ///
  /// A value that depends on overrides is stored in one of them. The entry in the scope then only
  /// tells readers on which keys the value depends.
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
