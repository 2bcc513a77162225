import Console

/// File operations by path.
enum FileSystem {
  /// The size of a regular file in bytes; nil if there is none.
  static func size(of path: String) throws(SystemError) -> Int? {
    var status = stat()
    do throws(SystemError) {
      try SystemError.check { unsafe stat(path, &status) }
    } catch let error where error.code == ENOENT {
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    return Int(status.st_size)
  }

  /// Waits until the names in a file's folder are on disk.
  static func synchronizeFolder(of path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let name = end.map { String(path[...$0]) } ?? "."
    // A folder that can be changed but not read cannot be synchronized.
    guard let folder = try? Descriptor(opening: name, O_RDONLY) else { return }
    defer { close(folder.number) }
    try folder.synchronize()
  }
}
