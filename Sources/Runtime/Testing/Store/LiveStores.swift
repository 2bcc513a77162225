import Foundation
import RatchetDependencies
import Testing

/// The test stores that have not been released.
///
/// A store that is kept forever cannot report at its release, so its ``TestScope`` reports for it,
/// or without one the end of the process.
enum LiveStores {
  private struct Entry {
    let run: any AnyTestRun
    let scope: TestScope?
    let number: Int
  }

  private struct Entries {
    var byRun: [ObjectIdentifier: Entry] = [:]
    var count = 0
  }

  private static let entries = {
    atexit { LiveStores.reportAtExit() }
    return Locked(Entries())
  }()

  static func add(_ run: any AnyTestRun) {
    let scope = TestScope.current
    entries.withLock { entries in
      entries.count += 1
      entries.byRun[ObjectIdentifier(run)] = Entry(run: run, scope: scope, number: entries.count)
    }
  }

  /// Removes a store; returns the scope in which it was made.
  static func remove(_ run: any AnyTestRun) -> TestScope? {
    // Released by the caller, which also holds it, rather than under the lock.
    entries.withLock { $0.byRun.removeValue(forKey: ObjectIdentifier(run)) }?.scope
  }

  /// The stores made in a scope, or all of them without one, in the order in which they were made.
  static func runs(of scope: TestScope? = nil) -> [any AnyTestRun] {
    let all = entries.withLock { Array($0.byRun.values) }
    return all.filter { scope == nil || $0.scope === scope }.sorted { $0.number < $1.number }
      .map(\.run)
  }

  /// Reports what is left in stores that are alive when the process exits, and makes a test run
  /// fail for it.
  private static func reportAtExit() {
    // In an exit test the process may intentionally end anywhere.
    guard !runs().isEmpty, ExitTest.current == nil else { return }
    let reported = onMainActor {
      runs().map { ($0.issues.creation, $0.endIfRetained()) }
    }
    guard let reported else {
      return IssueRecorder.write(
        "Test stores are alive at the end of all tests. What is left of them is not known, "
          + "because the main actor is busy.",
        at: #_sourceLocation, isFailure: false)
    }
    var isFailure = false
    for (location, left) in reported {
      switch left {
      case .nothing: break
      case .warning(let text):
        IssueRecorder.write(text, at: location, isFailure: false)
      case .failure(let text):
        IssueRecorder.write(text, at: location, isFailure: true)
        isFailure = true
      }
    }
    guard isFailure, TestFramework.process != nil else { return }
    // The framework has already reported its result, and an exit handler must not call `exit`.
    // Handlers registered earlier do not run, such as the one that writes coverage.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }

  private static func onMainActor<Result: Sendable>(_ body: @escaping @MainActor () -> Result)
    -> Result?
  {
    if MainQueue.isCurrent || Thread.isMainThread { return MainActor.assumeIsolated { body() } }
    return MainActorCall.result(of: body)
  }
}

/// A part of a test run, such as one test, at whose end the test stores made in it must have
/// nothing left.
final class TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  /// Stores that were released while their schedules had postponed work.
  private let released = Locked<[any AnyTestRun]>([])

  /// Lets a released store come to rest at the end of the scope, and then report what is left.
  func endLater(_ run: any AnyTestRun) {
    released.withLock { $0.append(run) }
  }

  /// Reports what is left in stores that were released before they were at rest, and in those that
  /// are still held.
  @MainActor func end() async {
    for run in released.withLock({ exchange(&$0, with: []) }) {
      await run.comeToRest()
      run.issues.recordAtCreation(run.end())
    }
    for run in LiveStores.runs(of: self) {
      if run.mayContinue { await run.comeToRest() }
      run.issues.recordAtCreation(run.endIfRetained())
    }
  }
}
