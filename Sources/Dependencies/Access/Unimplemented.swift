/// Makes a closure for a test value that must not be called: a call is reported and returns a
/// placeholder.
///
/// ```swift
/// static let testValue = FactClient(fetch: unimplemented("FactClient.fetch", placeholder: ""))
/// ```
///
/// It fits closure types with any number of parameters, including throwing and asynchronous ones.
/// The report goes to the log of the code that calls the closure: in a test, it is a failure of
/// that test.
public func unimplemented<each Argument, Result>(
  _ name: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    report(.unimplemented(name: name, isThrown: false), fileID: fileID, line: line)
    return placeholder()
  }
}

/// Makes a throwing closure for a test value that must not be called: a call is reported and
/// throws.
///
/// The error names the closure. Otherwise this is like the form with a placeholder.
public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  { (_: repeat each Argument) in
    report(.unimplemented(name: name, isThrown: true), fileID: fileID, line: line)
    throw UnimplementedError(name: name)
  }
}

/// Makes a closure without a result for a test value that must not be called: a call is reported.
///
/// For a closure type that throws, the compiler chooses the throwing form.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ name: String,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(name, placeholder: (), fileID: fileID, line: line)
}

/// The error of a closure made by `unimplemented` without a placeholder.
package struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  /// The name given to `unimplemented`.
  package let name: String

  /// Makes an error with the name of the closure.
  package init(name: String) {
    self.name = name
  }

  /// A message with the name of the closure.
  package var description: String { "\"\(name)\" is unimplemented." }
}
