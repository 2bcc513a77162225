#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open file, pipe or terminal.
struct Descriptor: Sendable {
  let number: Int32

  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  /// Occupies the numbers of standard descriptors that our caller has closed, for reading and writing them to fail.
  ///
  /// Otherwise the next file that is opened would get such a number, and what is printed would be written to it.
  static func occupyStandardNumbers() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  init(number: Int32) {
    self.number = number
  }

  /// Opens a file; programs that are started later do not inherit it.
  init(opening path: String, _ flags: Int32, permissions: mode_t = 0) throws(SystemError) {
    number = try SystemError.check { unsafe open(path, flags | O_CLOEXEC, permissions) }
  }

  var isTerminal: Bool { isatty(number) == 1 }

  /// The next bytes, waiting for them; none at the end.
  func nextBytes() throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = try SystemError.check { unsafe read(number, &bytes, bytes.count) }
    return Array(bytes[..<count])
  }

  /// Waits until one of several inputs has come or ended, and returns the index of the first that has; returns nil when
  /// nobody reads the output any more.
  static func wait(forInput inputs: [Descriptor], whileOpen output: Descriptor) -> Int? {
    var waits = inputs.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    waits.append(pollfd(fd: output.number, events: 0, revents: 0))
    while true {
      while unsafe poll(&waits, nfds_t(waits.count), -1) < 0, errno == EINTR {}
      // What has come is still dealt with.
      if let index = waits.dropLast().firstIndex(where: { $0.revents != 0 }) { return index }
      if waits[inputs.count].revents & Int16(POLLERR | POLLHUP) != 0 { return nil }
    }
  }

  /// Writes all bytes, waiting where not all can be taken at once.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        rest = rest.dropFirst(try SystemError.check { writeSome(of: rest, to: number) })
      } catch let error where error.code == EAGAIN {
        wait(for: POLLOUT)
      }
    }
  }

  private func wait(for event: Int32) {
    var waits = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = unsafe poll(&waits, 1, -1)
  }
}

private func writeSome(of bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
  unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
}
