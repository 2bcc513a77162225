#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A call to the system that failed.
struct SystemError: Error, Equatable, Sendable {
  /// The `errno` that it left.
  let code: Int32
  /// The reason in words.
  let message: String

  init(code: Int32) {
    self.code = code
    message = unsafe String(cString: strerror(code))
  }

  private init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// Something is at a path that is neither a file nor nothing, as a folder or a device.
  static let notAFile = SystemError(code: EINVAL, message: "it is not a regular file")

  /// Whether the reader of a pipe has gone away, which is no reason to complain.
  var isBrokenPipe: Bool { code == EPIPE }

  /// The result of a call; one that a signal interrupted is repeated.
  @discardableResult
  static func check<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }
}
