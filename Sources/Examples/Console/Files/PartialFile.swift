internal import Foundation

/// The beginning of a file under a temporary name, until the file is complete.
///
/// Beside `name.part`, the file `name.tag` says what it is the beginning of: the file's origin, and
/// the name of its version there. Without it nothing is resumed, since the rest may belong to
/// another version.
package final class PartialFile {
  /// The number of bytes present.
  package private(set) var count = 0

  private let file: Descriptor
  private let path: String
  private let origin: String
  private var tag: Tag?
  /// Whether the file at the temporary path is the open one.
  private var isOurs = false

  private struct Tag: Codable {
    let origin: String
    let version: String
  }

  private var partPath: String { path + ".part" }
  private var tagPath: String { path + ".tag" }

  /// The version of the file whose beginning is present; nil if nothing can be resumed.
  package var version: String? { count > 0 ? tag?.version : nil }

  /// Opens the beginning of a file, exclusively.
  ///
  /// Throws an error with the code `EWOULDBLOCK` if another process or object has it open.
  package init(of path: String, from origin: String) throws(SystemError) {
    self.path = path
    self.origin = origin
    file = try Descriptor(opening: path + ".part", O_RDWR | O_CREAT, permissions: 0o666)
    try SystemError.check { flock(file.number, LOCK_EX | LOCK_NB) }
    guard try isInPlace() else { throw SystemError(code: EWOULDBLOCK) }
    isOurs = true
    guard let bytes = try FileSystem.contents(of: tagPath),
      let tag = try? JSONDecoder().decode(Tag.self, from: Data(bytes)), tag.origin == origin
    else { return }
    self.tag = tag
    count = Int(try SystemError.check { lseek(file.number, 0, SEEK_END) })
  }

  deinit {
    // Without anything to resume, it need not be kept.
    if isOurs, count == 0 {
      unsafe unlink(tagPath)
      unsafe unlink(partPath)
    }
    close(file.number)
  }

  /// Whether the open file is still the one at the path: its previous owner may have finished it.
  private func isInPlace() throws(SystemError) -> Bool {
    var opened = stat()
    var named = stat()
    try SystemError.check { unsafe fstat(file.number, &opened) }
    return unsafe stat(partPath, &named) == 0 && opened.st_ino == named.st_ino
  }

  /// Discards what is present, to start another version; one without a name cannot be resumed.
  package func restart(version: String?) throws(SystemError) {
    // In this order, so that the file never has the tag of something else.
    tag = nil
    unsafe unlink(tagPath)
    let size = try SystemError.check { lseek(file.number, 0, SEEK_END) }
    if size > 0 {
      try SystemError.check { ftruncate(file.number, 0) }
      try SystemError.check { lseek(file.number, 0, SEEK_SET) }
    }
    count = 0
    guard let version else { return }
    let tag = Tag(origin: origin, version: version)
    let replacement = try Replacement(of: tagPath)
    try replacement.file.write((try? JSONEncoder().encode(tag)).map(Array.init) ?? [])
    try replacement.commit()
    self.tag = tag
  }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes)
    count += bytes.count
  }

  /// Renames the file to its final name, now that it is complete and on disk.
  package func commit() throws(SystemError) {
    try SystemError.check { fsync(file.number) }
    try SystemError.check { unsafe rename(partPath, path) }
    isOurs = false
    unsafe unlink(tagPath)
    try FileSystem.synchronizeFolder(of: path)
  }
}
