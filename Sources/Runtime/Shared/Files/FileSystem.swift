import RatchetDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The operations on files that `SharedFile` needs: resolve a path, read a file as a whole, replace
/// it as a whole, and rename a damaged one.
enum FileSystem {
  /// Returns the absolute path of the file to which a path leads, with links and `..` resolved.
  ///
  /// All paths to one file give the same result, even while the file or its folder is missing. A
  /// path whose links lead in a circle is returned as it is; using it fails.
  static func resolved(_ path: String) -> String {
    let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath
    // The names that are still to be resolved, the next one last.
    var rest = names(in: "\(start)/\(path)")
    var result: [Substring] = []
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        _ = result.popLast()
        continue
      }
      let next = "/" + (result + [name]).joined(separator: "/")
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: next) else {
        result.append(name)
        continue
      }
      links += 1
      if links > 40 { return path }
      if link.hasPrefix("/") { result = [] }
      rest += names(in: link)
    }
    return "/" + result.joined(separator: "/")
  }

  /// The names in a path, the last one first.
  private static func names(in path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  static func folder(of path: String) -> String {
    guard let end = path.lastIndex(of: "/") else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Makes a folder, and the folders around it, if they are missing, for the user only.
  static func makeFolder(_ path: String) {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Returns all bytes of a regular file; `nil` if there is no file.
  ///
  /// A file that is changed in place while it is read is read again.
  static func contents(of path: String) throws(FileFailure) -> [UInt8]? {
    for _ in 0..<100 {
      guard let file = try file(at: path) else { return nil }
      let before = try file.stamp
      var bytes: [UInt8] = []
      while case let part = try file.next(1 << 16), !part.isEmpty { bytes += part }
      if try file.stamp == before { return bytes }
    }
    throw FileFailure(reason: "it changes while it is read")
  }

  /// Opens a regular file for reading; returns `nil` if there is no file.
  private static func file(at path: String) throws(FileFailure) -> OpenFile? {
    let file: OpenFile
    do throws(FileFailure) {
      file = try OpenFile(reading: path, waiting: false)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    if file.length == nil { throw FileFailure(reason: "it is not a regular file") }
    return file
  }

  /// Replaces a file, or makes it.
  ///
  /// A program that opens the file finds either all of the old content or all of the new content,
  /// even after a crash, which Foundation does not promise. The permissions of the file are kept.
  /// The caller must hold the lock of the folder.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {
    let permissions = try file(at: path)?.permissions
    // A random name. Creating the file fails if the name is taken, so no other file is ever opened,
    // nor removed below. The file that a killed process leaves does not disturb anybody.
    let newPath = "\(path).new-\(String(UInt32.random(in: 0...(.max)), radix: 36))"
    let file = try OpenFile(creating: newPath, permissions: permissions ?? 0o666)
    do throws(FileFailure) {
      if let permissions { try file.setPermissions(permissions) }
      try file.append(bytes)
      try file.synchronize()
      try OpenFile.rename(newPath, to: path)
    } catch {
      try? FileManager.default.removeItem(atPath: newPath)
      throw error
    }
    // Writes the renaming to the disk. An error is ignored: the file is replaced already, and not
    // every folder can be synchronized.
    try? OpenFile(reading: folder(of: path)).synchronize()
  }

  /// Renames a file to the first free name of `<path>.damaged-1`, `<path>.damaged-2` and so on, and
  /// returns the new path.
  ///
  /// The caller must hold the lock of the folder.
  static func renameDamaged(_ path: String) throws(FileFailure) -> String {
    var number = 1
    while true {
      let newPath = "\(path).damaged-\(number)"
      do throws(FileFailure) {
        // Creates an empty file to take the name: renaming would overwrite a file of this name.
        _ = try OpenFile(creating: newPath, permissions: 0o600)
      } catch {
        guard error.isPresent else { throw error }
        number += 1
        continue
      }
      do throws(FileFailure) {
        try OpenFile.rename(path, to: newPath)
        return newPath
      } catch {
        try? FileManager.default.removeItem(atPath: newPath)
        throw error
      }
    }
  }
}
