/// File operations by path.
package enum FileSystem {
  /// Reads a regular file; nil if there is none.
  package static func contents(of path: String) throws(SystemError) -> [UInt8]? {
    guard try permissions(of: path) != nil else { return nil }
    let file = try Descriptor(opening: path, O_RDONLY)
    defer { close(file.number) }
    var bytes: [UInt8] = []
    while true {
      let next = try file.nextBytes()
      if next.isEmpty { return bytes }
      bytes += next
    }
  }

  /// The permissions of a regular file; nil if there is none.
  package static func permissions(of path: String) throws(SystemError) -> mode_t? {
    try status(of: path).map { $0.st_mode & 0o777 }
  }

  /// The size of a regular file in bytes; nil if there is none.
  package static func size(of path: String) throws(SystemError) -> Int? {
    try status(of: path).map { Int($0.st_size) }
  }

  private static func status(of path: String) throws(SystemError) -> stat? {
    var status = stat()
    do throws(SystemError) {
      try SystemError.check { unsafe stat(path, &status) }
    } catch let error where error.code == ENOENT {
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    return status
  }

  /// The path of the file to which a path leads through symbolic links.
  static func resolved(_ path: String) -> String {
    // Safe: `realpath` returns a string that the caller owns and frees.
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Waits until the names in a file's folder are on disk.
  package static func synchronizeFolder(of path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let name = end.map { String(path[...$0]) } ?? "."
    // A folder that can be changed but not read cannot be synchronized.
    guard let folder = try? Descriptor(opening: name, O_RDONLY) else { return }
    defer { close(folder.number) }
    try SystemError.check { fsync(folder.number) }
  }
}

/// A new file that is written beside an old one and then replaces it.
///
/// A reader of the old path finds either all of the old content or all of the new one, even after a
/// crash or a power failure.
package struct Replacement: ~Copyable {
  /// The file for the new content.
  package let file: Descriptor
  private let path: String
  private let target: String

  /// Creates an empty file in the folder of the old one, with its permissions.
  package init(of path: String) throws(SystemError) {
    let permissions = try FileSystem.permissions(of: path)
    let target = FileSystem.resolved(path)
    // A name that nobody has, or this fails.
    let newPath = "\(target).new-\(String(UInt32.random(in: 0...(.max)), radix: 36))"
    let newFile = try Descriptor(
      opening: newPath, O_CREAT | O_EXCL | O_WRONLY, permissions: permissions ?? 0o666)
    if let permissions { fchmod(newFile.number, permissions) }
    file = newFile
    self.path = newPath
    self.target = target
  }

  /// Replaces the old file.
  package consuming func commit() throws(SystemError) {
    try SystemError.check { fsync(file.number) }
    try SystemError.check { unsafe rename(path, target) }
    try FileSystem.synchronizeFolder(of: target)
  }

  deinit {
    close(file.number)
    // After a commit there is nothing to remove.
    unsafe unlink(path)
  }
}
