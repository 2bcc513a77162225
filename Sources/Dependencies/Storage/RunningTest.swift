/// What this module needs to know about the running test; `RatchetTesting`, which imports the
/// testing frameworks, implements it.
package protocol RunningTestFramework: SendableMetatype {
  /// The identity of the current test, or case of a parameterized test; nil outside tests.
  static var current: (any Hashable & Sendable)? { get }

  /// Makes an error a failure of the current test, at the line in the message.
  static func record(_ message: LogMessage)
}

/// Finds the dependencies that the running test uses outside all scopes, such as those of its test
/// stores and `withDependencies` calls.
///
/// Used by `ProcessDependencies`, and by the log, whose errors are failures of the running test.
/// Values are recreated for each test, with or without the trait `.dependencies`. An extension in
/// `RatchetTesting` makes this type a `RunningTestFramework`, and a cast finds the conformance. So
/// this module imports no testing framework, and no code registers one. If `RatchetTesting` is not
/// linked, and in detached tasks, values belong to the process.
package enum RunningTest {
  /// The testing frameworks, if `RatchetTesting` is linked.
  static let framework: (any RunningTestFramework.Type)? = {
    let type: Any.Type = RunningTest.self
    return type as? any RunningTestFramework.Type
  }()

  /// The dependencies of all tests so far; kept, because nothing signals the end of a test.
  private static let all = Locked<[AnyHashable: ProcessDependencies]>([:])

  /// The dependencies of the current test, if any; created at the first use.
  static var dependencies: ProcessDependencies? {
    guard let id = framework?.current else { return nil }
    return all.withLock { all in
      let dependencies = all[AnyHashable(id)] ?? ProcessDependencies(.test)
      all[AnyHashable(id)] = dependencies
      return dependencies
    }
  }
}
