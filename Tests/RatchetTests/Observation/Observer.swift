import Observation
import RatchetTesting

/// Reads something again each time it has changed, as a view does, and keeps what it read.
@MainActor final class Observer<Value> {
  private(set) var seen: [Value] = []
  private let read: @MainActor () -> Value
  private let isRepeating: Bool

  init(isRepeating: Bool = true, _ read: @escaping @MainActor () -> Value) {
    self.read = read
    self.isRepeating = isRepeating
    track()
  }

  /// How often it was told of a change.
  private(set) var changes = 0

  private func track() {
    seen.append(
      withObservationTracking(read) { [weak self] in
        MainActor.assumeIsolated { self?.changed() }
      })
  }

  private func changed() {
    changes += 1
    if isRepeating { track() }
  }
}
