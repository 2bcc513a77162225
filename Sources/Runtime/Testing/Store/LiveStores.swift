import Foundation
import RatchetDependencies
import Testing

/// Lists the test stores that have not been released, so that a store that something holds forever
/// still reports what is left in it.
///
/// Used by `TestStore`, which adds itself when it is created, and by the code that ends a test
/// store, a ``TestScope``, or the process. A store that is released reports then. A store that is
/// still held reports at the end of its scope (one test with the trait `.dependencies`, or one run
/// of an exploration) or, if it was made outside all scopes, when the process exits.
enum LiveStores {
  private struct LiveStore {
    /// Runs the feature of the store; the list must not hold the store itself.
    let run: any AnyTestRun
    let scope: TestScope?
    /// The number of the store in order of creation, from 1.
    let number: Int
  }

  private struct List {
    var byRun: [ObjectIdentifier: LiveStore] = [:]
    /// The number of stores added so far.
    var count = 0
  }

  private static let entries = {
    // Runs once, when the first store is added.
    atexit { LiveStores.reportAtExit() }
    return Locked(List())
  }()

  /// Adds a new store, as made in the current scope.
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
    // The closure returns the whole entry, which holds the run, to release it after the lock.
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
    // An exit test may end the process at any line, on purpose: its stores are not reported.
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
    // The framework has already reported its result, so only the exit code can make the test run
    // fail. An exit handler must not call `exit`. With `_exit`, handlers that were registered
    // earlier do not run, such as the one that writes coverage.
    fflush(nil)
    _exit(EXIT_FAILURE)
  }

  /// Runs a closure on the main actor; returns `nil` if the main actor is not free in time.
  private static func onMainActor<Result: Sendable>(_ body: @escaping @MainActor () -> Result)
    -> Result?
  {
    if MainQueue.isCurrent || Thread.isMainThread { return MainActor.assumeIsolated { body() } }
    return MainActorCall.result(of: body)
  }
}
