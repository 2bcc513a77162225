/// An open file, pipe or terminal.
package struct Descriptor: Sendable {
  package let number: Int32

  package static let standardInput = Descriptor(number: STDIN_FILENO)
  package static let standardOutput = Descriptor(number: STDOUT_FILENO)
  package static let standardError = Descriptor(number: STDERR_FILENO)

  package init(number: Int32) {
    self.number = number
  }

  /// Opens a file, which child processes do not inherit.
  package init(
    opening path: String, _ flags: Int32, permissions: mode_t = 0
  ) throws(SystemError) {
    number = try SystemError.check { unsafe open(path, flags | O_CLOEXEC, permissions) }
  }

  /// Opens a file; throws the given error if the path names a symbolic link.
  package init(
    opening path: String, _ flags: Int32, permissions: mode_t = 0, or error: SystemError
  ) throws(SystemError) {
    do throws(SystemError) {
      try self.init(opening: path, flags | O_NOFOLLOW, permissions: permissions)
    } catch let other {
      throw other.code == ELOOP ? error : other
    }
  }

  /// The size of a regular file with one name only, in bytes; nil for anything else.
  package func size() throws(SystemError) -> Int? {
    var status = stat()
    try SystemError.check { unsafe fstat(number, &status) }
    let isFile = status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    return isFile ? Int(status.st_size) : nil
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// Whether this is the session's terminal, and another job is in its foreground now.
  var isInBackground: Bool {
    let job = tcgetpgrp(number)
    return job >= 0 && job != getpgrp()
  }

  /// Writes the whole text, with one `write` if the system accepts it at once.
  ///
  /// Gives up within 100 ms of a signal that ends the program, with the error that it was
  /// interrupted.
  package func write(_ text: String) throws(SystemError) {
    let code = PendingWrite(of: Array(text.utf8), to: number).wait()
    guard code == 0 else { throw SystemError(code: code, attempt: "write the output") }
  }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let code = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: number) }
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Waits until all that was written is on the disk, where the file system can tell.
  ///
  /// Some, such as those of a network, refuse to: the file is as safe there as it can be.
  package func synchronize() throws(SystemError) {
    do throws(SystemError) {
      try SystemError.check { fsync(number) }
    } catch {
      guard [EINVAL, ENOSYS, ENOTSUP].contains(error.code) else { throw error }
    }
  }

  /// Reads the next bytes, waiting for them; empty at the end.
  package func nextBytes() throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = try SystemError.check { unsafe read(number, &bytes, bytes.count) }
    return Array(bytes[..<count])
  }

  /// Opens `/dev/null`, in the wrong direction, for each standard descriptor that the parent
  /// process has closed, so that using it fails.
  ///
  /// Otherwise the next opened file would get such a number, and printed text would be written to
  /// it.
  package static func occupyStandardNumbers() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Writes bytes, and gives up once the descriptor has taken none for 100 ms; async-signal-safe,
/// like `writeAll`.
///
/// One byte at a time: `poll` promises room for no more, and a longer `write` may block forever.
func writePromptly(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
  var start = 0
  while start < bytes.count {
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let count = unsafe poll(&wait, 1, 100)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    let written = unsafe write(descriptor, bytes.baseAddress?.advanced(by: start), 1)
    if written < 0, errno != EINTR, errno != EAGAIN { return }
    start += max(0, written)
  }
}

/// Writes all bytes, blocking even if the descriptor does not; returns 0 or `errno`.
///
/// Async-signal-safe, also in debug builds: it calls no generic code, which looks up types under a
/// lock. Safe: all pointers are into `bytes`, which the caller keeps valid.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var start = 0
  while start < bytes.count {
    let rest = unsafe bytes.baseAddress?.advanced(by: start)
    let written = unsafe write(descriptor, rest, bytes.count - start)
    if written > 0 {
      start += written
    } else if written < 0, errno == EAGAIN {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    } else if written == 0 {
      return EIO
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
