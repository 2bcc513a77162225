/// Finds the running test; `RatchetTesting` implements it.
package protocol RunningTestFinder: SendableMetatype {
  /// The identity of the current test, or case of a parameterized test; nil outside tests.
  static var current: RunningTest.ID? { get }
}

/// Finds the dependencies that the running test uses outside all scopes, that is, outside its test
/// stores and `withDependencies` calls.
///
/// Used by `ProcessDependencies`. Values are created anew for each test, with or without the trait
/// `.dependencies`. `RatchetTesting`, which imports the testing frameworks, makes this type a
/// `RunningTestFinder` by an extension, so that this module imports none. If it is not linked, and
/// in detached tasks, values are those of the process.
package enum RunningTest {
  /// The finder, if `RatchetTesting` is linked.
  static let finder: (any RunningTestFinder.Type)? = {
    let type: Any.Type = RunningTest.self
    return type as? any RunningTestFinder.Type
  }()

  /// Those of all tests so far; kept, because nothing signals the end of a test.
  private static let all = Locked<[ID: ProcessDependencies]>([:])

  /// Those of the current test, if any.
  static var dependencies: ProcessDependencies? {
    guard let id = finder?.current else { return nil }
    return all.withLock { all in
      if let existing = all[id] { return existing }
      let new = ProcessDependencies(.test)
      all[id] = new
      return new
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
