import Console
import Foundation

/// The beginning of a file under a temporary name, until the file is complete.
///
/// Beside `name.part`, the file `name.tag` says what it is the beginning of: the file's origin, and
/// the name of its version there. It marks both as this program's: without it nothing is resumed,
/// and nothing is overwritten.
final class PartialFile {
  /// The number of bytes present.
  private(set) var count = 0

  private let file: Descriptor
  private let path: String
  private let origin: String
  private var tag: Tag?
  /// Whether the file at the temporary path is the open one, and this program's.
  private var isOurs = false

  private struct Tag: Codable {
    let origin: String
    /// Nil if the server does not name it: then the file is this program's, but not resumed.
    let version: String?
  }

  private var partPath: String { path + ".part" }
  private var tagPath: String { path + ".tag" }

  /// The version of the file whose beginning is present; nil if nothing can be resumed.
  var version: String? { count > 0 ? tag?.version : nil }

  /// Opens the beginning of a file, exclusively.
  ///
  /// Throws an error with the code `EWOULDBLOCK` if another process or object has it open, and one
  /// with the code `EEXIST` if a file with one of the two names is not this program's.
  init(of path: String, from origin: String) throws(SystemError) {
    self.path = path
    self.origin = origin
    // A link is not followed: what it leads to would be overwritten.
    file = try Descriptor(
      opening: path + ".part", O_RDWR | O_CREAT | O_NONBLOCK, permissions: 0o666,
      or: .foreign(path + ".part"))
    try SystemError.check { flock(file.number, LOCK_EX | LOCK_NB) }
    guard try isInPlace() else { throw SystemError(code: EWOULDBLOCK) }
    let tag = try readTag()
    let size = try file.size()
    guard let size, tag != nil || size == 0 else { throw .foreign(partPath) }
    // The beginning of something else stays until `restart` replaces it.
    isOurs = size == 0 || tag?.origin == origin
    guard let tag, tag.origin == origin, tag.version != nil else { return }
    self.tag = tag
    count = Int(try SystemError.check { lseek(file.number, 0, SEEK_END) })
  }

  deinit {
    // Without anything to resume, it need not be kept.
    if isOurs, version == nil {
      unsafe unlink(tagPath)
      unsafe unlink(partPath)
    }
    close(file.number)
  }

  /// The tag, which marks both files as this program's; nil without one.
  private func readTag() throws(SystemError) -> Tag? {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(
        opening: tagPath, O_RDONLY | O_NONBLOCK, or: .foreign(tagPath))
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    defer { close(file.number) }
    guard try file.size() != nil else { throw .foreign(tagPath) }
    let bytes = try file.nextBytes()
    // A crash may leave an empty one.
    if bytes.isEmpty { return nil }
    guard let tag = try? JSONDecoder().decode(Tag.self, from: Data(bytes)) else {
      throw .foreign(tagPath)
    }
    return tag
  }

  /// Whether the open file is still the one at the path: its previous owner may have finished it.
  private func isInPlace() throws(SystemError) -> Bool {
    var opened = stat()
    var named = stat()
    try SystemError.check { unsafe fstat(file.number, &opened) }
    return unsafe lstat(partPath, &named) == 0 && opened.st_ino == named.st_ino
  }

  /// Discards what is present, to start another version; one without a name cannot be resumed.
  func restart(version: String?) throws(SystemError) {
    isOurs = true
    tag = nil
    count = 0
    // Emptied first, so that the file never has the tag of something else.
    try SystemError.check { ftruncate(file.number, 0) }
    try SystemError.check { lseek(file.number, 0, SEEK_SET) }
    try file.synchronize()
    unsafe unlink(tagPath)
    let tag = Tag(origin: origin, version: version)
    let tagFile = try Descriptor(
      opening: tagPath, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o666)
    defer { close(tagFile.number) }
    try tagFile.write((try? JSONEncoder().encode(tag)).map(Array.init) ?? [])
    try tagFile.synchronize()
    self.tag = tag
  }

  func append(_ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes)
    count += bytes.count
  }

  /// Renames the file to its final name, now that it is complete and on disk.
  ///
  /// Throws an error with the code `EEXIST` if the name is taken by now, even by a broken link.
  func commit() throws(SystemError) {
    try file.synchronize()
    var named = stat()
    if unsafe lstat(path, &named) == 0 { throw SystemError(code: EEXIST) }
    try SystemError.check { unsafe rename(partPath, path) }
    isOurs = false
    unsafe unlink(tagPath)
    try FileSystem.synchronizeFolder(of: path)
  }
}
