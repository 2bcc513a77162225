import RatchetDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The operations on the files of shared keys: resolve a path, read a file as a whole, and replace
/// it as a whole.
///
/// Used by `SharedFile`, which watches and locks, and by `FileBackend`, which reads and writes.
enum FileSystem {
  /// Where a path leads.
  struct Place: Equatable, Sendable {
    /// The path of the file, without links and `..`.
    let file: String
    /// The paths of the folders and links on the way, and of the file: if one of them is replaced,
    /// the path may lead elsewhere.
    var steps: [String]
  }

  /// Makes a path absolute, from the current directory at this moment.
  ///
  /// A relative path stays relative if the directory has no path that a string can have: it was
  /// removed, or the names of its folders are not UTF-8.
  static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return OpenFile.currentFolder.map { "\($0)/\(path)" } ?? path
  }

  /// Returns the file to which a path leads, with links and `..` resolved.
  ///
  /// All paths to one file give the same result, even while the file or its folder is missing. A
  /// path whose links lead in a circle is returned as it is; using it fails.
  static func resolved(_ path: String) throws(FileFailure) -> Place {
    try OpenFile.check(path)
    // The names that are still to be resolved, the next one last.
    var rest = names(in: path)
    var root = path.hasPrefix("/") ? "/" : ""
    var result: [Substring] = []
    var (steps, links): ([String], Int) = ([], 0)
    // Appends one name after the other to `result`. If the path so far is a link, the names of its
    // destination are inserted before the remaining ones. `..` removes the last name, and stays at
    // the beginning of a relative path.
    while let name = rest.popLast() {
      if name == "..", root == "/" || result.last.map({ $0 != ".." }) == true {
        _ = result.popLast()
        continue
      }
      let next = root + (result + [name]).joined(separator: "/")
      steps.append(next)
      guard let destination = try OpenFile.destination(ofLink: next) else {
        result.append(name)
        continue
      }
      links += 1
      if links > 40 { return Place(file: path, steps: [path]) }
      if destination.hasPrefix("/") { (root, result) = ("/", []) }
      rest += names(in: destination)
    }
    return Place(file: root + result.joined(separator: "/"), steps: steps)
  }

  /// The names in a path, the last one first.
  private static func names(in path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  /// The path without its last name.
  static func folder(of path: String) -> String {
    guard let end = path.lastIndex(of: "/") else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// The last name in a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The folder in which the programs of this user have their data; `nil` if it is unknown.
  ///
  /// On Linux, `FileManager` is not asked: it uses `/home` as the home folder if no variable names
  /// that.
  static func dataFolder(in environment: [String: String]) -> String? {
    #if canImport(Darwin)
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?.path
    #else
      if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
      let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? OpenFile.homeFolder
      return home.map { "\($0)/.local/share" }
    #endif
  }

  /// Makes a folder, and the folders around it, if they are missing, for the user only.
  static func makeFolder(_ path: String) {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// What was read from a file.
  struct Contents {
    let bytes: [UInt8]
    /// Whether the file has changed in the last second: somebody may be writing it.
    let isFresh: Bool
  }

  /// Returns all bytes of a regular file; `nil` if there is no file.
  ///
  /// A file that is changed in place while it is read is read again, up to `attempts` times.
  static func contents(
    of path: String, attempts: Int = 100
  ) throws(FileFailure) -> Contents? {
    for _ in 0..<attempts {
      guard let file = try file(at: path) else { return nil }
      let before = try file.stamp
      var bytes: [UInt8] = []
      while case let part = try file.next(1 << 16), !part.isEmpty { bytes += part }
      if try file.stamp == before { return Contents(bytes: bytes, isFresh: try file.isFresh) }
    }
    throw FileFailure.changing
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

  /// Replaces the content of a file, or makes the file; returns false if its content is not
  /// `expected` any more.
  ///
  /// The caller must hold the lock of the folder. Programs without this library do not lock it, so
  /// the content is compared with `expected` right before it is replaced.
  ///
  /// A program that opens the file finds either all of the old content or all of the new content,
  /// even after a crash, which Foundation does not promise. A new file is accessible to its user
  /// only; an existing one keeps its owner and permissions, if the file system has them. A file
  /// that cannot be replaced by renaming another one is written in place.
  static func replace(
    _ path: String, with bytes: [UInt8], expected: [UInt8]
  ) throws(FileFailure) -> Bool {
    let old = try file(at: path)
    // Checked here, because renaming over a file needs no permission on the file itself.
    if let old { try old.checkWritable(at: path) }
    removeLeftovers(of: path)
    do throws(FileFailure) {
      guard try rename(bytes, to: path, old, expected: expected) else { return false }
    } catch {
      // The file cannot be replaced, so it is written in place.
      guard old != nil, error.preventsReplacing else { throw error }
      guard try contents(of: path)?.bytes ?? [] == expected else { return false }
      let file = try OpenFile(changing: path)
      do throws(FileFailure) { try write(bytes, in: file) } catch {
        // Writes the old content again, which needs no more room than before.
        try? write(expected, in: OpenFile(changing: path))
        throw error
      }
    }
    // Makes the rename survive a crash. An error is ignored: the file is replaced already, and not
    // every folder can be synchronized.
    try? OpenFile(reading: folder(of: path)).synchronize()
    return true
  }

  /// Writes a new file and renames it to `path`; returns false if the content there is not
  /// `expected` any more.
  private static func rename(
    _ bytes: [UInt8], to path: String, _ old: OpenFile?, expected: [UInt8]
  ) throws(FileFailure) -> Bool {
    // Creating the file fails if the name is taken, so no other file is ever opened.
    let digits = String(UInt64.random(in: 0...(.max)), radix: 16)
    let newPath =
      "\(folder(of: path))/\(newName(of: path))" + String(repeating: "0", count: 16 - digits.count)
      + digits
    let file = try OpenFile(creating: newPath, permissions: 0o600)
    do throws(FileFailure) {
      // Keeps other processes from removing the new file (`removeLeftovers`).
      _ = file.lock()
      try file.append(bytes)
      if let old { try file.copyAccess(of: old) }
      try file.synchronize()
      guard try contents(of: path)?.bytes ?? [] == expected else {
        OpenFile.remove(newPath)
        return false
      }
      try OpenFile.rename(newPath, to: path)
    } catch {
      OpenFile.remove(newPath)
      throw error
    }
    return true
  }

  /// Writes all content of a file in place.
  private static func write(_ bytes: [UInt8], in file: OpenFile) throws(FileFailure) {
    try file.append(bytes)
    try file.truncate(to: bytes.count)
    try file.synchronize()
  }

  /// The name of a new file that is written to replace a file, without the 16 digits at its end.
  ///
  /// A long name is shortened: no name may have more than 255 bytes, or 143 on an encrypted file
  /// system.
  private static func newName(of path: String) -> String {
    var name = name(of: path)
    while name.utf8.count > 120 { name.removeLast() }
    return name + ".new-"
  }

  /// Removes the new files that killed processes of this user have left behind: those that no
  /// process has locked.
  private static func removeLeftovers(of path: String) {
    let (folder, start) = (folder(of: path), newName(of: path))
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let digits = name.dropFirst(start.count)
      guard name.hasPrefix(start), digits.utf8.count == 16,
        digits.allSatisfy({ "0123456789abcdef".contains($0) }),
        let file = try? OpenFile(reading: "\(folder)/\(name)", waiting: false),
        file.isOwn, file.length != nil, file.lock()
      else { continue }
      OpenFile.remove("\(folder)/\(name)")
    }
  }
}
