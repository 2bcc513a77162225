import Console

/// A pipe that ends a wait in `poll` from anywhere, a signal handler included.
///
/// Each byte is a signal's number, or 0 for anything else that wants to be looked at.
struct WakePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno, attempt: "make a pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  func wake() {
    Self.put(0, into: writeEnd)
  }

  /// Writes a byte; async-signal-safe.
  ///
  /// A full pipe takes no more, but then somebody is being woken anyway.
  static func put(_ byte: UInt8, into end: Int32) {
    var byte = byte
    _ = unsafe write(end, &byte, 1)
  }

  /// Takes one byte; nil if there is none.
  func take() -> UInt8? {
    var byte: UInt8 = 0
    return unsafe read(readEnd, &byte, 1) == 1 ? byte : nil
  }
}
