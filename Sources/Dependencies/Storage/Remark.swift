/// What a reader has to consider before it uses a made value.
final class Remark: Sendable {
  /// The keys that were read while the value was made: it holds for others that override none of them.
  let needs: Set<ObjectIdentifier>
  /// The test values that are missing: that of the key itself, and of keys that its value was made from.
  let missing: Set<MissingTestValue>
  /// Whether there is no value, only the knowledge of what it needs.
  let isPlaceholder: Bool

  init(
    needs: Set<ObjectIdentifier>, missing: Set<MissingTestValue> = [], isPlaceholder: Bool = false
  ) {
    self.needs = needs
    self.missing = missing
    self.isPlaceholder = isPlaceholder
  }

  /// Whether the value can be used as it is where nothing is overridden.
  var isSettledWithoutOverrides: Bool { missing.isEmpty && !isPlaceholder }
}
