// The calls of the C library here, and in the files beside this one, are `unsafe` because they take
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
  /// The file that a path leads to over links, from the root folder: one text for all paths to it,
  /// also while it or its folder is missing.
  ///
  /// One that leads nowhere for another reason is returned as it is, and fails when it is used.
  static func resolved(_ path: String) -> String {
    // Safe: `realpath` returns a string that the caller owns and frees.
    if let real = unsafe realpath(path, nil) {
      defer { unsafe free(real) }
      return unsafe String(cString: real)
    }
    let isMissing = errno == ENOENT
    let folder = folder(of: path)
    if !isMissing || folder == path { return path }
    if let link = link(at: path) {
      return resolved(link.hasPrefix("/") ? link : "\(folder)/\(link)")
    }
    let resolvedFolder = resolved(folder)
    return "\(resolvedFolder == "/" ? "" : resolvedFolder)/\(name(of: path))"
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

  /// Makes a folder and those around it, where they are missing, for the user only.
  static func makeFolder(_ path: String) {
    if unsafe mkdir(path, 0o700) == 0 || errno != ENOENT || folder(of: path) == path { return }
    makeFolder(folder(of: path))
    unsafe mkdir(path, 0o700)
  }

  /// All bytes of a regular file; `nil` if there is none.
  ///
  /// One that is changed in place while it is read is read again.
  static func contents(of path: String) throws(FileError) -> [UInt8]? {
    for _ in 0..<100 {
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
    throw .changes
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
    // A name that nobody has, or this fails: another file is never opened, nor removed below. What
    // a killed process leaves is in nobody's way.
    let newPath = "\(path).new-\(String(UInt32.random(in: 0...(.max)), radix: 36))"
    let file = try FileDescriptor(newPath, O_CREAT | O_EXCL | O_WRONLY, permissions ?? 0o666)
    do throws(FileError) {
      if let permissions { try file.setPermissions(permissions) }
      try file.writeAll(bytes)
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
  static func renameDamaged(_ path: String) throws(FileError) -> String {
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
