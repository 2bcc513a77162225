import RatchetDependencies
import RatchetTesting

/// A clock whose time is set by a test, and whose sleepers are woken by the test, also later than
/// their deadline.
final class ManualClock: Clock {
  typealias Instant = TestClock.Instant

  private struct State {
    var now = Instant()
    var number = 0
    /// How many have fallen asleep so far.
    var slept = 0
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] =
      [:]
    /// Waits until so many have fallen asleep.
    var observer: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    mutating func observerToResume() -> CheckedContinuation<Void, Never>? {
      guard let observer, slept >= observer.count else { return nil }
      self.observer = nil
      return observer.continuation
    }
  }

  private let state = Locked(State())

  var now: Instant { state.withLock(\.now) }

  var minimumResolution: Duration { .zero }

  /// Returns when so many have fallen asleep since the clock was made, which they do off the main
  /// actor.
  func untilAsleep(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let released = state.withLock { state in
        state.observer = (count, continuation)
        return state.observerToResume()
      }
      released?.resume()
    }
  }

  /// Sleeps until woken, also if the deadline is past.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let observer = state.withLock { state in
          state.sleepers[number] = (deadline, continuation)
          state.slept += 1
          return state.observerToResume()
        }
        observer?.resume()
        if Task.isCancelled { wake(number, throwing: CancellationError()) }
      }
    } onCancel: {
      wake(number, throwing: CancellationError())
    }
  }

  func move(to time: Duration) {
    state.withLock { $0.now = Instant(offset: time) }
  }

  /// Wakes all whose deadline has come.
  func wake() {
    let due = state.withLock { state in
      state.sleepers.filter { $0.value.deadline <= state.now }.keys.sorted()
    }
    for number in due { wake(number, throwing: nil) }
  }

  /// Lets all sleeps fail.
  func fail(with error: any Error) {
    for number in state.withLock({ $0.sleepers.keys.sorted() }) { wake(number, throwing: error) }
  }

  private func wake(_ number: Int, throwing error: (any Error)?) {
    guard let sleeper = state.withLock({ $0.sleepers.removeValue(forKey: number) }) else { return }
    if let error {
      sleeper.continuation.resume(throwing: error)
    } else {
      sleeper.continuation.resume()
    }
  }
}
