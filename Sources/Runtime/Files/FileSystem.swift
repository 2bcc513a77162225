import RatchetDependencies

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The operations on files that `SharedFile` needs: resolve a path, read a file as a whole, and
/// replace it as a whole.
enum FileSystem {
  /// Where a path leads.
  struct Place: Equatable, Sendable {
    /// The path of the file, without links and `..`.
    let file: String
    /// The paths of the links on the way; if one of them is replaced, the path may lead elsewhere.
    var links: [String] = []

    /// Everything to watch.
    var all: [String] { links + [file] }
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
    var links: [String] = []
    while let name = rest.popLast() {
      if name == "..", root == "/" || result.last.map({ $0 != ".." }) == true {
        _ = result.popLast()
        continue
      }
      let next = root + (result + [name]).joined(separator: "/")
      guard let destination = try OpenFile.destination(ofLink: next) else {
        result.append(name)
        continue
      }
      links.append(next)
      if links.count > 40 { return Place(file: path) }
      if destination.hasPrefix("/") { (root, result) = ("/", []) }
      rest += names(in: destination)
    }
    return Place(file: root + result.joined(separator: "/"), links: links)
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

  /// What was read from a file.
  struct Contents {
    let bytes: [UInt8]
    /// Whether the file has changed in the last second: somebody may be writing it.
    let isFresh: Bool
  }

  /// Returns all bytes of a regular file; `nil` if there is no file.
  ///
  /// A file that is changed in place while it is read is read again.
  static func contents(of path: String) throws(FileFailure) -> Contents? {
    for _ in 0..<100 {
      guard let file = try file(at: path) else { return nil }
      let before = try file.stamp
      var bytes: [UInt8] = []
      while case let part = try file.next(1 << 16), !part.isEmpty { bytes += part }
      if try file.stamp == before { return Contents(bytes: bytes, isFresh: try file.isFresh) }
    }
    throw FileFailure(reason: "it changed while it was read")
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

  /// Replaces a file, or makes it, for the user only.
  ///
  /// A program that opens the file finds either all of the old content or all of the new content,
  /// even after a crash, which Foundation does not promise. The owner and the permissions of the
  /// file are kept. The caller must hold the lock of the folder, which programs of others do not
  /// take: returns false if the file is not `expected` any more, right before it is replaced.
  static func replace(
    _ path: String, with bytes: [UInt8], expected: [UInt8]
  ) throws(FileFailure) -> Bool {
    let old = try file(at: path)
    // Checked here, because renaming over a file needs no permission on the file itself.
    if let old { try old.checkWritable(at: path) }
    removeLeftovers(of: path)
    // Creating the file fails if the name is taken, so no other file is ever opened.
    let number = String(UInt64.random(in: 0...(.max)), radix: 16)
    let newPath = path + newInfix + String(repeating: "0", count: 16 - number.count) + number
    let file = try OpenFile(creating: newPath, permissions: 0o600)
    do throws(FileFailure) {
      // Tells `removeLeftovers` of other processes that somebody is writing it.
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
    // Makes the rename survive a crash. An error is ignored: the file is replaced already, and not
    // every folder can be synchronized.
    try? OpenFile(reading: folder(of: path)).synchronize()
    return true
  }

  /// Separates the name of a file from the 16 digits that mark a new file written to replace it.
  private static let newInfix = ".new-"

  /// Removes the new files that killed processes of this user have left.
  private static func removeLeftovers(of path: String) {
    let (folder, start) = (folder(of: path), name(of: path) + newInfix)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let number = name.dropFirst(start.count)
      guard name.hasPrefix(start), number.utf8.count == 16,
        number.allSatisfy({ "0123456789abcdef".contains($0) }),
        let file = try? OpenFile(reading: "\(folder)/\(name)", waiting: false),
        file.isOwn, file.length != nil, file.lock()
      else { continue }
      OpenFile.remove("\(folder)/\(name)")
    }
  }
}
