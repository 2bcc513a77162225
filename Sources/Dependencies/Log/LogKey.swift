#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

extension DependencyValues {
  /// Where messages go, also those of the library about mistakes in its use.
  ///
  /// It is called from any thread, and must not block. The live sink writes each message to standard
  /// error, in one piece. In a test, an error is a failure of the test if `RatchetTesting` is linked; other messages
  /// go where live ones go.
  ///
  /// Set it once for the program, where it starts:
  ///
  /// ```swift
  /// prepareDependencies {
  ///   $0.log = { message in logger.write(message.description) }
  /// }
  /// ```
  ///
  /// The closure is not isolated, also where it is written in a function of the main actor: what it captures must be
  /// Sendable, and calling it from another thread does not wait for the main actor.
  public var log: @Sendable (LogMessage) -> Void {
    get { self[LogKey.self] }
    set { self[LogKey.self] = newValue }
  }
}

enum LogKey: DependencyKey {
  static let liveValue: @Sendable (LogMessage) -> Void = { message in
    writeToStandardError("\(message)\n")
  }

  static var testValue: @Sendable (LogMessage) -> Void {
    { message in
      if message.level == .error, let recorder = TestFailures.recorder {
        recorder.record(message)
      } else {
        liveValue(message)
      }
    }
  }
}

/// Writes a text with one call, so that texts of several threads do not mix; what the descriptor does not
/// take at once is written next, and an error ends it.
private func writeToStandardError(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    if written > 0 {
      rest.removeFirst(written)
    } else if written == 0 || errno != EINTR {
      return
    }
  }
}
