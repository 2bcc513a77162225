#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

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
