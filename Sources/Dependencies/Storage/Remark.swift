/// What a reader has to consider before it uses a made value.
final class Remark: Sendable {
  /// The keys that were read while the value was made: it holds for others that override none of them.
  let needs: Set<ObjectIdentifier>
  /// Whether the key has no test value, and the live value stands in.
  let isMissingTestValue: Bool
  /// Whether there is no value, only the knowledge of what it needs.
  let isPlaceholder: Bool
  private let reportedPlaces = Guarded<Set<Place>>([])

  init(needs: Set<ObjectIdentifier>, isMissingTestValue: Bool, isPlaceholder: Bool = false) {
    self.needs = needs
    self.isMissingTestValue = isMissingTestValue
    self.isPlaceholder = isPlaceholder
  }

  /// True for the first call with a place.
  func isFirstReport(at place: Place) -> Bool {
    reportedPlaces.withLock { $0.insert(place).inserted }
  }
}
