/// Knows which test is running.
package protocol RunningTestFinder: SendableMetatype {
  /// What tells the current test, or case of a parameterized one, from all others; nil outside of
  /// tests.
  static var current: RunningTest.ID? { get }
}

/// The dependencies of one test outside of all scopes.
///
/// Values are created again for each test, with or without a trait. `RatchetTesting`, which knows
/// the frameworks, makes this a `RunningTestFinder`; so this module imports none. Without it, and
/// in detached tasks, values are those of the process.
package final class RunningTest: Sendable {
  /// The finder, if `RatchetTesting` is linked.
  static let finder: (any RunningTestFinder.Type)? = {
    let type: Any.Type = RunningTest.self
    return type as? any RunningTestFinder.Type
  }()

  /// All tests that have read dependencies: nothing tells when a test has ended, and readers do not
  /// retain the scope.
  private static let all = Locked<[ID: RunningTest]>([:])

  let preparation = Locked(Preparation())
  /// The scope in use, the last one; readers may still use those before.
  private let scopes = Locked([DependencyScope(context: .test, isProcessWide: true)])

  private init() {}

  /// The current test, if there is one.
  static var ofThisTask: RunningTest? {
    guard let id = finder?.current else { return nil }
    return all.withLock { all in
      if let test = all[id] { return test }
      let test = RunningTest()
      all[id] = test
      return test
    }
  }

  /// Never released, because the test is not.
  var scopePointer: Unmanaged<DependencyScope> {
    unsafe scopes.withLock { scopes in unsafe .passUnretained(scopes[scopes.count - 1]) }
  }

  /// Makes another context that of the test.
  func adopt(_ context: DependencyContext) {
    scopes.withLock { scopes in
      guard scopes[scopes.count - 1].context != context else { return }
      scopes.append(DependencyScope(context: context, isProcessWide: true))
    }
  }

  /// What tells tests apart.
  ///
  /// `@unchecked Sendable` is sound: the value is of a Sendable type.
  package struct ID: Hashable, @unchecked Sendable {
    private let value: AnyHashable

    package init(_ value: some Hashable & Sendable) {
      self.value = value
    }
  }
}

/// What a process, or a test, has set before it used any dependency.
struct Preparation {
  var overrides: DependencyValues?
  var isUsed = false

  /// Why a preparation was refused.
  enum Refusal { case alreadyPrepared, alreadyUsed }

  /// Adopts the overrides, or says why that is too late.
  mutating func prepare(_ values: DependencyValues) -> Refusal? {
    if overrides != nil { return .alreadyPrepared }
    if isUsed { return .alreadyUsed }
    overrides = values
    return nil
  }
}
