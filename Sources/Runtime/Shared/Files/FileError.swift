#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// A call to the system that failed.
struct FileError: Error, Equatable, Sendable {
  /// The `errno` that it left.
  let code: Int32
  /// The reason in words.
  let reason: String

  init(reason: String) {
    self.init(code: 0, reason: reason)
  }

  init(code: Int32) {
    self.init(code: code, reason: unsafe String(cString: strerror(code)))
  }

  private init(code: Int32, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// What is at a path is neither a file nor nothing, but a folder or a device.
  static let notAFile = FileError(code: EINVAL, reason: "it is not a regular file")

  /// It was read many times, and was another one after each.
  static let changes = FileError(code: EBUSY, reason: "it changes while it is read")

  /// Another process has the lock of the folder, and does not give it up.
  static let isLocked = FileError(
    code: EWOULDBLOCK, reason: "another process has locked the folder for more than 10 seconds")

  /// There is no file or folder of this name.
  var isMissing: Bool { code == ENOENT }

  static func check(_ result: Int32) throws(FileError) {
    if result < 0 { throw FileError(code: errno) }
  }
}
