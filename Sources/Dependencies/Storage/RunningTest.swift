/// Finds the running test; `RatchetTesting` implements it.
package protocol RunningTestFinder: SendableMetatype {
  /// The identity of the current test, or case of a parameterized test; nil outside tests.
  static var current: RunningTest.ID? { get }
}

/// Keeps the dependencies that one test uses outside all scopes, that is, outside its test stores
/// and `withDependencies` calls.
///
/// Used by `ProcessDependencies`. Values are created anew for each test, with or without the trait
/// `.dependencies`. `RatchetTesting`, which imports the testing frameworks, makes this type a
/// `RunningTestFinder` by an extension, so that this module imports none. If it is not linked, and
/// in detached tasks, values are those of the process.
package final class RunningTest: Sendable {
  /// The finder, if `RatchetTesting` is linked.
  static let finder: (any RunningTestFinder.Type)? = {
    let type: Any.Type = RunningTest.self
    return type as? any RunningTestFinder.Type
  }()

  /// All tests that have read dependencies; kept, because nothing signals the end of a test.
  private static let all = Locked<[ID: RunningTest]>([:])

  /// What the test has set with `prepareDependencies`.
  let preparation = Locked(Preparation())
  private let inUse = Locked(DependencyScope(context: .test, isProcessWide: true))

  private init() {}

  /// The current test, if any.
  static var ofThisTask: RunningTest? {
    guard let id = finder?.current else { return nil }
    return all.withLock { all in
      if let test = all[id] { return test }
      let test = RunningTest()
      all[id] = test
      return test
    }
  }

  /// The scope in use.
  var scope: DependencyScope { inUse.withLock { $0 } }

  /// Changes the context of the test, in a new scope.
  func adopt(_ context: DependencyContext) {
    inUse.withLock { scope in
      if scope.context != context {
        scope = DependencyScope(context: context, isProcessWide: true)
      }
    }
  }

  /// The identity of a test.
  ///
  /// `@unchecked Sendable` is sound: the value is of a Sendable type.
  package struct ID: Hashable, @unchecked Sendable {
    private let value: AnyHashable

    package init(_ value: some Hashable & Sendable) {
      self.value = value
    }
  }
}

/// The values that a process or a test has set with `prepareDependencies`, before it used any
/// dependency.
struct Preparation {
  var overrides: DependencyValues?
  var isUsed = false

  /// Why a preparation was refused.
  enum Refusal { case alreadyPrepared, alreadyUsed }

  /// Adopts the overrides, or returns why it is too late.
  mutating func prepare(_ values: DependencyValues) -> Refusal? {
    if overrides != nil { return .alreadyPrepared }
    if isUsed { return .alreadyUsed }
    overrides = values
    return nil
  }
}
