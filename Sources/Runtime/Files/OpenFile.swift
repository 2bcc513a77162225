import RatchetDependencies

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// An error of a failed file operation.
package struct FileFailure: Error, Equatable {
  /// The system's number of the error (`errno`); 0 if no call to the system failed.
  private let code: Int32
  /// What went wrong, in words.
  package let reason: String

  fileprivate init(code: Int32 = errno) {
    self.code = code
    // Safe: the text is copied at once, from a pointer that is never null.
    reason = unsafe String(cString: strerror(code))
  }

  /// The error of a read during which the file has changed at each attempt.
  static let changing = FileFailure(reason: "it changed while it was read")

  package init(reason: String) {
    code = 0
    self.reason = reason
  }

  /// Whether there is no file or folder of this name.
  package var isMissing: Bool { code == ENOENT }

  /// Whether a file cannot be replaced by renaming another file, but may be written in place.
  ///
  /// The file is mounted on its own, or no new file can be created in its folder.
  package var preventsReplacing: Bool { [EBUSY, EXDEV, EROFS, EACCES, EPERM].contains(code) }

  /// Whether the file could not be created because a file of this name exists.
  package var isPresent: Bool { code == EEXIST }

  /// Throws if a call to the system has failed.
  package static func check(_ result: Int32) throws(FileFailure) {
    if result < 0 { throw FileFailure() }
  }
}

/// An open file or folder, for recordings and the files of shared keys.
///
/// It is closed when this object is released; programs that are started later do not inherit it.
package final class OpenFile: Sendable {
  private let descriptor: Int32

  /// Opens a file or folder for reading; for a pipe without a writer, waits until there is one,
  /// unless `waiting` is false.
  package convenience init(reading path: String, waiting: Bool = true) throws(FileFailure) {
    try self.init(path, O_RDONLY | (waiting ? 0 : O_NONBLOCK))
  }

  /// Opens a file for appending, or creates it.
  package convenience init(appending path: String) throws(FileFailure) {
    // A recording may contain private data of its user.
    try self.init(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  }

  /// Creates a file, which must not exist, for writing.
  package convenience init(
    creating path: String, permissions: UInt32
  ) throws(FileFailure) {
    try self.init(path, O_WRONLY | O_CREAT | O_EXCL, mode_t(permissions))
  }

  /// Opens a file, which must exist, for writing in place.
  package convenience init(changing path: String) throws(FileFailure) {
    try self.init(path, O_WRONLY)
  }

  private init(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) throws(FileFailure) {
    try Self.check(path)
    var result: Int32
    // Safe: the call keeps no pointer to the path.
    repeat {
      result = unsafe open(path, flags | O_CLOEXEC, permissions)
    } while result < 0 && errno == EINTR
    try FileFailure.check(result)
    descriptor = result
  }

  /// Throws if the system would open a file with another path: Swift replaces bytes that are not
  /// UTF-8 with U+FFFD, and C ends a path at a NUL.
  package static func check(_ path: String) throws(FileFailure) {
    if path.unicodeScalars.contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) {
      throw FileFailure(reason: "its path has bytes that are not UTF-8, or a NUL")
    }
  }

  deinit {
    // Closing alone may not unlock: a process that is just being started may have a copy of the
    // descriptor, and would keep the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Locks the file or folder as long as this object lives; returns false if another object, here
  /// or in another process, has locked it.
  ///
  /// Returns true without a lock for a device, and on a file system without locks.
  package func lock() -> Bool {
    guard let kind = try? status().st_mode & S_IFMT, kind == S_IFREG || kind == S_IFDIR,
      flock(descriptor, LOCK_EX | LOCK_NB) != 0
    else { return true }
    return errno != EWOULDBLOCK && errno != EINTR
  }

  private func status() throws(FileFailure) -> stat {
    var status = stat()
    // Safe: the call writes to the variable and keeps no pointer to it.
    try FileFailure.check(unsafe fstat(descriptor, &status))
    return status
  }

  /// The number of bytes; `nil` for anything but a regular file.
  package var length: Int? {
    guard let status = try? status(), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// The size, and the seconds and nanoseconds of the time of the last change: compared to find
  /// whether the content has changed.
  package var stamp: [Int] {
    get throws(FileFailure) {
      let status = try status()
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
    }
  }

  /// Whether the content has changed in the last second.
  package var isFresh: Bool {
    get throws(FileFailure) {
      let stamp = try stamp
      var now = timespec()
      // Safe: the call writes to the variable and keeps no pointer to it.
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      // Checks the seconds first: with a time in the distant past or future, the age in nanoseconds
      // would overflow.
      guard (-1...1).contains(now.tv_sec.subtractingReportingOverflow(stamp[1]).partialValue) else {
        return false
      }
      let age = (now.tv_sec - stamp[1]) * 1_000_000_000 + now.tv_nsec - stamp[2]
      // A negative age counts, too: the clock of a file server may be ahead.
      return age.magnitude < 1_000_000_000
    }
  }

  /// Whether it belongs to the user of this process.
  package var isOwn: Bool { (try? status())?.st_uid == geteuid() }

  /// Gives this file the owner, the group, and the permissions of another one; leaves out what the
  /// file system does not have or allow.
  package func copyAccess(of other: OpenFile) throws(FileFailure) {
    let status = try other.status()
    // The order matters: only the owner may change the group, and changing either removes some
    // permissions. `uid_t.max` and `gid_t.max` leave the owner or the group as it is.
    _ = fchown(descriptor, uid_t.max, status.st_gid)
    _ = fchown(descriptor, status.st_uid, gid_t.max)
    _ = fchmod(descriptor, status.st_mode & 0o7777)
  }

  /// Throws if this file, which is at the path, may not be written.
  ///
  /// The superuser may write any file; it throws nevertheless if the file is read-only for all.
  package func checkWritable(at path: String) throws(FileFailure) {
    if try status().st_mode & 0o222 == 0 { throw FileFailure(reason: "the file is read-only") }
    // Safe: the call keeps no pointer to the path.
    try FileFailure.check(unsafe access(path, W_OK))
  }

  /// Removes the bytes after the first `length`.
  package func truncate(to length: Int) throws(FileFailure) {
    try FileFailure.check(ftruncate(descriptor, off_t(length)))
  }

  /// Reads the bytes available at once, at most `count`; empty at the end of the file.
  package func next(_ count: Int) throws(FileFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var result: Int
    repeat {
      // Safe: the array has room for this many bytes, and the call keeps no pointer to it.
      result = unsafe read(descriptor, &bytes, count)
    } while result < 0 && errno == EINTR
    if result < 0 { throw FileFailure() }
    bytes.removeLast(count - result)
    return bytes
  }

  /// Waits for urgent data; returns false if that is impossible.
  ///
  /// The system's list of mounted file systems has urgent data each time it changes.
  package func waitForUrgentData() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    var result: Int32
    // Safe: the call writes to the variable and keeps no pointer to it.
    repeat { result = unsafe poll(&request, 1, -1) } while result < 0 && errno == EINTR
    return result > 0 && request.revents & Int16(POLLPRI) != 0
  }

  /// Writes all bytes, with one call if the system accepts them at once.
  package func append(_ bytes: [UInt8]) throws(FileFailure) {
    guard writeAll(bytes, to: descriptor) else { throw FileFailure() }
  }

  /// Waits until all that was written is on the disk, if the file system can tell.
  package func synchronize() throws(FileFailure) {
    if fsync(descriptor) < 0, ![EINVAL, ENOSYS, ENOTSUP].contains(errno) { throw FileFailure() }
  }

  /// Renames a file in one step; a file that has the new name is replaced.
  package static func rename(_ path: String, to newPath: String) throws(FileFailure) {
    // Safe: the call keeps no pointer to the paths.
    try FileFailure.check(unsafe renameat(AT_FDCWD, path, AT_FDCWD, newPath))
  }

  /// Removes a file; does nothing if that is impossible.
  package static func remove(_ path: String) {
    // Safe: the call keeps no pointer to the path.
    _ = unsafe unlink(path)
  }

  /// The home folder of the user, according to the system's list of users.
  package static var homeFolder: String? {
    // Safe: the text is copied at once.
    unsafe getpwuid(geteuid())?.pointee.pw_dir.map { unsafe String(cString: $0) }
  }

  /// The path of the current directory; `nil` if it was removed, or its path is not UTF-8.
  package static var currentFolder: String? {
    // Safe: the call returns a text that the caller frees, or a null pointer.
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(validatingCString: path)
  }

  /// The path to which a symbolic link leads; `nil` if there is no link at `path`.
  package static func destination(ofLink path: String) throws(FileFailure) -> String? {
    var bytes = [CChar](repeating: 0, count: 1 << 12)
    // Safe: the array has room for this many bytes, and the call keeps no pointer.
    let count = unsafe readlink(path, &bytes, bytes.count)
    if count < 0 { return nil }
    let name = bytes[..<count].lazy.map(UInt8.init(bitPattern:))
    guard let destination = String(validating: name, as: UTF8.self) else {
      throw FileFailure(reason: "the link \(path) points to a name that is not UTF-8")
    }
    return destination
  }
}
