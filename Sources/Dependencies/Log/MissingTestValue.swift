/// A key without a test value that was read in a test, and by whom.
struct MissingTestValue: Hashable, Sendable {
  private let key: any DependencyKey.Type
  /// The line that read the key; nil while that is the line which reads the value being made from it.
  let place: Place?

  init(_ key: any DependencyKey.Type, at place: Place?) {
    self.key = key
    self.place = place
  }

  /// The same one, read by a line if none is known yet.
  func read(at place: Place) -> MissingTestValue {
    MissingTestValue(key, at: self.place ?? place)
  }

  /// What is reported.
  var text: String {
    """
    No test value: \(Self.name(of: key)) was read in a test, which does not override it, and has no \
    testValue. Its live value was used. Override it, in the test store or with withDependencies, or \
    give \(key) a testValue.
    """
  }

  private static func name<Key: DependencyKey>(of key: Key.Type) -> String {
    key == Key.Value.self ? "\(key)" : "\(key) (\(Key.Value.self))"
  }

  static func == (one: MissingTestValue, other: MissingTestValue) -> Bool {
    one.key == other.key && one.place == other.place
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(key))
    hasher.combine(place)
  }
}
