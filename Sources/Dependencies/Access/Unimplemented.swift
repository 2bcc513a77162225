/// A closure for test values that is not meant to be called: a call is reported and gives a
/// placeholder.
///
/// ```swift
/// static let testValue = FactClient(fetch: unimplemented("FactClient.fetch", placeholder: ""))
/// ```
///
/// It fits closure types of any number of parameters, throwing and asynchronous ones too. The
/// report goes to the log in force where the closure is called: in a test it is a failure of that
/// test.
public func unimplemented<each Argument, Result>(
  _ name: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    report(
      """
      Unimplemented: \(name) was called, and its placeholder was returned. \
      Override it where it is called, in a test store or with withDependencies.
      """, fileID: fileID, line: line)
    return placeholder()
  }
}

/// A throwing closure for test values that is not meant to be called: a call is reported and
/// throws.
///
/// The error is an `UnimplementedError`. Otherwise like the form with a placeholder.
public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  { (_: repeat each Argument) in
    report(
      """
      Unimplemented: \(name) was called, and an error was thrown. \
      Override it where it is called, in a test store or with withDependencies.
      """, fileID: fileID, line: line)
    throw UnimplementedError(name: name)
  }
}

/// What a closure made by `unimplemented` throws when it has no placeholder to return.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  /// The name that was given to `unimplemented`.
  public let name: String

  /// Makes an error that names what was called.
  public init(name: String) {
    self.name = name
  }

  /// Says what was called.
  public var description: String { "\(name) is unimplemented." }
}
