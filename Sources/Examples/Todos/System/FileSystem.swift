#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What can be done with files by their paths.
enum FileSystem {
  /// All bytes of a regular file; nil if nothing is there.
  static func contents(of path: String) throws(SystemError) -> [UInt8]? {
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

  /// The permissions of a regular file; nil if nothing is there.
  static func permissions(of path: String) throws(SystemError) -> mode_t? {
    var status = stat()
    do throws(SystemError) {
      try SystemError.check { unsafe stat(path, &status) }
    } catch let error where error.code == ENOENT {
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    return status.st_mode & 0o777
  }

  /// The path of the file that a path leads to over symbolic links.
  static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Renames a regular file to the first free name of `<path>.damaged-1`, `<path>.damaged-2` and so on, and returns
  /// that.
  static func putAside(_ path: String) throws(SystemError) -> String {
    _ = try permissions(of: path)
    let path = resolved(path)
    var number = 1
    while true {
      let newPath = "\(path).damaged-\(number)"
      do throws(SystemError) {
        try moveToFreePath(path, newPath)
        return newPath
      } catch let error where error.code == EEXIST {
        number += 1
      }
    }
  }

  /// Takes the new path before it moves something there, so that nothing of another program is overwritten.
  private static func moveToFreePath(_ path: String, _ newPath: String) throws(SystemError) {
    let place = try Descriptor(opening: newPath, O_CREAT | O_EXCL | O_WRONLY)
    close(place.number)
    do throws(SystemError) {
      try SystemError.check { unsafe rename(path, newPath) }
    } catch {
      unsafe unlink(newPath)
      throw error
    }
  }

  /// Waits until the names in the folder of a file are on the disk.
  static func synchronizeFolder(of path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let name = end.map { String(path[...$0]) } ?? "."
    // One that may be changed but not read cannot be asked for it.
    guard let folder = try? Descriptor(opening: name, O_RDONLY) else { return }
    defer { close(folder.number) }
    try SystemError.check { fsync(folder.number) }
  }
}
