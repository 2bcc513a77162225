import Foundation
import RatchetDependencies
import Testing

/// The test stores that have not been released.
///
/// One that something keeps for ever has no end that it could report, so others look at it: the
/// ``TestScope`` that it was made in, or else the end of the process.
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

  /// Forgets a store; returns the scope that it was made in.
  static func remove(_ run: any AnyTestRun) -> TestScope? {
    // Released by the caller, who holds it too, and not under the lock.
    entries.withLock { $0.byRun.removeValue(forKey: ObjectIdentifier(run)) }?.scope
  }

  /// Those that were made in a scope, in the order in which they were made; all of them if there is
  /// no scope.
  static func runs(of scope: TestScope? = nil) -> [any AnyTestRun] {
    let all = entries.withLock { Array($0.byRun.values) }
    return all.filter { scope == nil || $0.scope === scope }.sorted { $0.number < $1.number }
      .map(\.run)
  }

  /// Says what is left of stores that are alive when the process exits, and makes a run of tests
  /// fail for it.
  private static func reportAtExit() {
    // In an exit test the process may end anywhere on purpose.
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
    // The framework has passed its verdict, and a handler must not call `exit`. Those that were
    // registered before do not run, as that which writes coverage.
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

/// A part of a run of tests, as one test, at whose end nothing should be left of the test stores
/// that were made in it.
final class TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  /// Stores that were released while their schedules had left something for later.
  private let released = Locked<[any AnyTestRun]>([])

  /// Lets a store that is released come to rest at the end, and then report what is left.
  func endLater(_ run: any AnyTestRun) {
    released.withLock { $0.append(run) }
  }

  /// Reports what is left of stores that were released before they were at rest, and of those that
  /// something still holds.
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
