import Foundation
import RatchetDependencies
import Testing

/// Lists the test stores that have not been released, so that a store that something holds forever
/// still reports what is left in it.
///
/// Other stores report when they are released. A store that is still held reports at the end of its
/// ``TestScope`` or, if it was made outside all scopes, when the process exits.
enum LiveStores {
  private struct LiveStore {
    let run: any AnyTestRun
    let scope: TestScope?
    let number: Int
  }

  private struct List {
    var byRun: [ObjectIdentifier: LiveStore] = [:]
    var count = 0
  }

  private static let entries = {
    atexit { LiveStores.reportAtExit() }
    return Locked(List())
  }()

  static func add(_ run: any AnyTestRun) {
    let scope = TestScope.current
    entries.withLock { entries in
      entries.count += 1
      entries.byRun[ObjectIdentifier(run)] = LiveStore(
        run: run, scope: scope, number: entries.count)
    }
  }

  /// Removes a store; returns the scope in which it was made.
  static func remove(_ run: any AnyTestRun) -> TestScope? {
    // Returned out of the closure: the run is released by the caller, which also holds it, instead
    // of under the lock.
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
    // In an exit test, the process may end at any line on purpose.
    guard !runs().isEmpty, ExitTest.current == nil else { return }
    let reported = onMainActor {
      runs().map { ($0.issues.creation, $0.endIfRetained()) }
    }
    guard let reported else {
      return IssueRecorder.write(
        "Test stores are still alive after all tests. What is left in them is unknown, "
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
