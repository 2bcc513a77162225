/// An error of a system call.
package struct SystemError: Error, Equatable, Sendable {
  /// The `errno` of the call.
  package let code: Int32
  /// A description of the reason.
  package let reason: String
  /// What was attempted, to follow "cannot" in the message, if anything.
  package let attempt: String?

  package init(code: Int32, attempt: String? = nil) {
    self.init(code: code, reason: unsafe String(cString: strerror(code)), attempt: attempt)
  }

  private init(code: Int32, reason: String, attempt: String?) {
    self.code = code
    self.reason = reason
    self.attempt = attempt
  }

  /// The item at a path is neither a file nor absent, but a folder or a device.
  package static let notAFile = SystemError(
    code: EINVAL, reason: "it is not a regular file", attempt: nil)

  /// A file of another program has the name that one of this program is to have.
  package static func foreign(_ path: String) -> SystemError {
    let name = path.split(separator: "/").last ?? ""
    return SystemError(code: EEXIST, reason: "\(name) belongs to another program", attempt: nil)
  }

  /// The message, on one line.
  package var message: String {
    attempt.map { "cannot \($0): \(reason)" } ?? reason
  }

  /// Whether the reader of a pipe has closed it, which is not reported.
  package var isBrokenPipe: Bool { code == EPIPE }

  /// Whether a signal that ends the program came before the output took everything.
  package var isInterruption: Bool { code == EINTR }

  /// Whether the terminal was closed.
  package var isHangUp: Bool { code == EIO }

  /// The result of a call, which is repeated if a signal interrupts it.
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

/// Exit statuses, as in `sysexits.h`.
package enum ExitStatus {
  package static let success: Int32 = 0
  /// `EX_USAGE`: a wrong command line.
  package static let usage: Int32 = 64
  /// `EX_DATAERR`: invalid input where nobody sees the error and tries again.
  package static let wrongInput: Int32 = 65
  /// `EX_IOERR`: something could not be saved or printed.
  package static let notWritten: Int32 = 74

  /// The status that a shell shows for a program that was ended by a signal.
  package static func signal(_ number: Int32) -> Int32 { 128 + number }
}
