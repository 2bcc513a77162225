#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// An open file, which is closed at the end of its life.
struct FileDescriptor: ~Copyable {
  let descriptor: Int32

  /// Opens a file; programs that are started later do not inherit it.
  init(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) throws(FileError) {
    var result: Int32
    repeat {
      result = unsafe open(path, flags | O_CLOEXEC, permissions)
    } while result < 0 && errno == EINTR
    try FileError.check(result)
    descriptor = result
  }

  deinit { close(descriptor) }

  /// What differs when the content has changed.
  borrowing func stamp() throws(FileError) -> [Int] {
    var status = stat()
    try FileError.check(unsafe fstat(descriptor, &status))
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
  }

  borrowing func bytes() throws(FileError) -> [UInt8] {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &part, part.count)
      if count == 0 { return all }
      if count > 0 {
        all += part[..<count]
      } else if errno != EINTR {
        throw FileError(code: errno)
      }
    }
  }

  borrowing func writeAll(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      // Safe: the part begins and ends in the array.
      let count = unsafe bytes.withUnsafeBytes {
        let rest = unsafe $0.baseAddress.map { unsafe $0 + written }
        return unsafe write(descriptor, rest, $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw FileError(code: errno)
      }
    }
  }

  borrowing func setPermissions(_ permissions: mode_t) throws(FileError) {
    try FileError.check(fchmod(descriptor, permissions))
  }

  /// Waits until all is on the disk.
  borrowing func synchronize() throws(FileError) {
    try FileError.check(fsync(descriptor))
  }
}
