/// Records failures in the framework that runs the tests.
package protocol TestFailureRecorder {
  /// Makes an error a failure of the test that runs, at the line that the message names.
  static func record(_ message: LogMessage)
}

/// Where a test's errors go when nothing else was said.
///
/// `RatchetTesting`, which knows the frameworks, makes it a `TestFailureRecorder`. So nothing has to be installed while
/// the program runs, tests that run in parallel share nothing, and this module imports no framework.
package enum TestFailures {
  /// The recorder, if `RatchetTesting` is linked.
  static var recorder: (any TestFailureRecorder.Type)? {
    let type: Any.Type = TestFailures.self
    return type as? any TestFailureRecorder.Type
  }
}
