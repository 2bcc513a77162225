/// A call to the system that failed.
package struct SystemError: Error, Equatable, Sendable {
  /// The `errno` that it left.
  package let code: Int32
  /// The reason in words.
  package let reason: String
  /// What was being done, after "cannot", where the message should say so.
  package let attempt: String?

  package init(code: Int32, attempt: String? = nil) {
    self.init(code: code, reason: unsafe String(cString: strerror(code)), attempt: attempt)
  }

  private init(code: Int32, reason: String, attempt: String?) {
    self.code = code
    self.reason = reason
    self.attempt = attempt
  }

  /// What is at a path is neither a file nor nothing, but a folder or a device.
  package static let notAFile = SystemError(
    code: EINVAL, reason: "it is not a regular file", attempt: nil)

  /// All of it in one line.
  package var message: String {
    attempt.map { "cannot \($0): \(reason)" } ?? reason
  }

  /// Whether the reader of a pipe has closed it, which is not reported.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether the terminal was closed.
  package var isHangUp: Bool { code == EIO }

  /// The result of a call; one that a signal interrupted is repeated.
  @discardableResult
  package static func check<Result: SignedInteger>(
    _ attempt: String? = nil, _ call: () -> Result
  ) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(code: errno, attempt: attempt) }
    }
  }
}

/// How a program ends, by the numbers of `sysexits.h`.
package enum ExitStatus {
  package static let success: Int32 = 0
  /// `EX_USAGE`: a wrong command line.
  package static let usage: Int32 = 64
  /// `EX_DATAERR`: input that was not followed, where nobody sees the error and tries again.
  package static let wrongInput: Int32 = 65
  /// `EX_IOERR`: something was not saved or not printed.
  package static let notWritten: Int32 = 74

  /// The status that a shell shows for a program that a signal ends.
  package static func signal(_ number: Int32) -> Int32 { 128 + number }
}
