import Foundation
import RatchetDependencies
import Testing

/// Reports, at the end of one test or of one run of an explored test, what is left in the test
/// stores that were made in it.
///
/// Used by the trait `.dependencies` and by `exploreSchedules`, which make a scope, run the test in
/// it, and call `end`.
final class TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  /// The runs of stores that were released while their schedules had postponed work.
  private let released = Locked<[any AnyTestRun]>([])

  /// Keeps the run of a released store until the end of the scope: then its effects settle, and
  /// what is left is reported.
  func endLater(_ run: any AnyTestRun) {
    released.withLock { $0.append(run) }
  }

  /// Reports what is left in stores that were released before they were at rest, and in those that
  /// are still held.
  @MainActor func end() async {
    for run in released.withLock({ exchange(&$0, with: []) }) {
      // Lets postponed effects run until all are at rest.
      await run.settleEffects()
      run.issues.recordAtCreation(run.end())
    }
    for run in LiveStores.runs(of: self) {
      if run.mayContinue { await run.settleEffects() }
      run.issues.recordAtCreation(run.endIfRetained())
    }
  }
}
