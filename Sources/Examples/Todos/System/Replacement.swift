#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new file that is written beside an old one, and then takes its place.
///
/// Whoever opens the old one finds all of its old content or all of the new one, also after a crash or a power failure.
struct Replacement: ~Copyable {
  /// Where to write the new content.
  let file: Descriptor
  private let path: String
  private let target: String

  /// Makes an empty file in the folder of the old one, with its permissions.
  init(of path: String) throws(SystemError) {
    let permissions = try FileSystem.permissions(of: path)
    let target = FileSystem.resolved(path)
    let newPath = "\(target).new-\(getpid())"
    // What a crashed program with the same process id has left is of no use.
    unsafe unlink(newPath)
    let newFile = try Descriptor(
      opening: newPath, O_CREAT | O_EXCL | O_WRONLY, permissions: permissions ?? 0o666)
    if let permissions { fchmod(newFile.number, permissions) }
    file = newFile
    self.path = newPath
    self.target = target
  }

  /// Takes the place of the old file.
  consuming func commit() throws(SystemError) {
    try SystemError.check { fsync(file.number) }
    try SystemError.check { unsafe rename(path, target) }
    try FileSystem.synchronizeFolder(of: target)
  }

  deinit {
    close(file.number)
    // There is nothing to remove after a commit.
    unsafe unlink(path)
  }
}
