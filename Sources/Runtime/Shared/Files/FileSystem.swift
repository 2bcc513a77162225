// All calls of the C library that files need but watching. They are `unsafe` because they take
// pointers. Where Swift makes the pointer for the call, of `&value`, a string or an array with its
// count, it is valid during the call, and no function that is called here keeps it.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// What is done with files by their paths.
enum FileSystem {
  /// The path of the file that a path leads to over symbolic links, from the root folder; also if
  /// there is no such file.
  static func resolved(_ path: String) throws(FileError) -> String {
    var path = path.hasPrefix("/") ? path : "\(currentFolder)/\(path)"
    for _ in 0..<40 {
      guard let link = link(at: path) else { return path }
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    throw FileError(code: ELOOP)
  }

  private static var currentFolder: String {
    // Safe: `getcwd` returns a string that the caller owns and frees.
    guard let path = unsafe getcwd(nil, 0) else { return "." }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  private static func link(at path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  static func folder(of path: String) -> String {
    guard let end = path.lastIndex(of: "/") else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// All bytes of a regular file; `nil` if there is none.
  ///
  /// One that is changed in place while it is read is read again.
  static func contents(of path: String) throws(FileError) -> [UInt8]? {
    while true {
      guard try permissions(of: path) != nil else { return nil }
      let file: FileDescriptor
      do throws(FileError) {
        file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK)
      } catch {
        if error.code == ENOENT { return nil }
        throw error
      }
      let before = try file.stamp()
      let bytes = try file.bytes()
      if try file.stamp() == before { return bytes }
    }
  }

  /// The permissions of a regular file; `nil` if there is none.
  private static func permissions(of path: String) throws(FileError) -> mode_t? {
    var status = stat()
    if unsafe stat(path, &status) != 0 {
      if errno == ENOENT { return nil }
      throw FileError(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    return status.st_mode & 0o7777
  }

  /// Replaces a file, or makes it.
  ///
  /// Whoever opens it finds all that was there before or all of this, also after a crash. Its
  /// permissions are kept. Only for who holds the lock of the folder.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let permissions = try permissions(of: path)
    let newPath = "\(path).new"
    // What a crashed process has left is of no use.
    unsafe unlink(newPath)
    do throws(FileError) {
      let file = try FileDescriptor(newPath, O_CREAT | O_EXCL | O_WRONLY, permissions ?? 0o666)
      if let permissions { try file.setPermissions(permissions) }
      try file.write(bytes)
      try file.synchronize()
      try FileError.check(unsafe rename(newPath, path))
    } catch {
      unsafe unlink(newPath)
      throw error
    }
    // The file is replaced by now, whatever comes of this: not every folder can be asked for it.
    if let folder = try? FileDescriptor(folder(of: path), O_RDONLY) { try? folder.synchronize() }
  }

  /// Renames a file to the first free name of `<path>.damaged-1`, `<path>.damaged-2` and so on, and
  /// returns that.
  ///
  /// Only for who holds the lock of the folder.
  static func putAside(_ path: String) throws(FileError) -> String {
    var number = 1
    while true {
      let newPath = "\(path).damaged-\(number)"
      do throws(FileError) {
        // Taken before something is moved there, so that nothing is overwritten.
        _ = try FileDescriptor(newPath, O_CREAT | O_EXCL | O_WRONLY, 0o600)
      } catch {
        guard error.code == EEXIST else { throw error }
        number += 1
        continue
      }
      if unsafe rename(path, newPath) == 0 { return newPath }
      let error = FileError(code: errno)
      unsafe unlink(newPath)
      throw error
    }
  }
}

/// The lock of a folder, which processes take in turn that change files in it.
///
/// Of the folder and not of a file beside the one that is changed: so nothing is left behind.
struct FolderLock: ~Copyable {
  private let folder: FileDescriptor

  /// Takes the lock; `nil` if somebody has it.
  static func take(_ path: String) throws(FileError) -> FolderLock? {
    let folder = try FileDescriptor(path, O_RDONLY)
    var isTaken = true
    if flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EWOULDBLOCK, EINTR: isTaken = false
      // There are file systems that lock no folders; then only the comparison before the renaming
      // is left.
      case EBADF, EINVAL, ENOLCK, EOPNOTSUPP: break
      case let code: throw FileError(code: code)
      }
    }
    if isTaken { return FolderLock(folder: folder) }
    return nil
  }
}

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

  borrowing func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      // Safe: the part begins and ends in the array.
      let count = unsafe bytes.withUnsafeBytes {
        let rest = unsafe $0.baseAddress.map { unsafe $0 + written }
        return unsafe Self.write(descriptor, rest, $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw FileError(code: errno)
      }
    }
  }

  private static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.write(descriptor, bytes, count)
    #elseif canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes, count)
    #else
      unsafe Bionic.write(descriptor, bytes, count)
    #endif
  }

  borrowing func setPermissions(_ permissions: mode_t) throws(FileError) {
    try FileError.check(fchmod(descriptor, permissions))
  }

  /// Waits until all is on the disk.
  borrowing func synchronize() throws(FileError) {
    try FileError.check(fsync(descriptor))
  }
}

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

  /// Another process has the lock of the folder, and does not give it up.
  static let isLocked = FileError(
    code: EWOULDBLOCK, reason: "another process has locked the folder for more than 10 seconds")

  /// There is no file or folder of this name.
  var isMissing: Bool { code == ENOENT }

  static func check(_ result: Int32) throws(FileError) {
    if result < 0 { throw FileError(code: errno) }
  }
}
