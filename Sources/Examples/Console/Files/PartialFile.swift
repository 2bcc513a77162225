internal import Foundation

/// The beginning of a file, under a temporary name, until the file is whole.
///
/// Beside `name.part` there is `name.tag`, which says what that is the beginning of: where it comes
/// from, and what the file's version is called there. Without it nothing is continued, since the
/// rest may be that of another version.
package final class PartialFile {
  /// How many bytes there are.
  package private(set) var count = 0

  private let file: Descriptor
  private let path: String
  private let origin: String
  private var tag: Tag?
  /// Whether the file of the temporary name is this one.
  private var isOurs = false

  private struct Tag: Codable {
    let origin: String
    let version: String
  }

  private var partPath: String { path + ".part" }
  private var tagPath: String { path + ".tag" }

  /// What the version is called of which there is a beginning; nil if nothing can be continued.
  package var version: String? { count > 0 ? tag?.version : nil }

  /// Opens what there is of a file, for this object alone.
  ///
  /// Throws an error with the code `EWOULDBLOCK` if another process or object has it.
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
    // Nothing that could be continued need be kept.
    if isOurs, count == 0 { unsafe unlink(partPath) }
    close(file.number)
  }

  /// Whether the file that was opened is still that of the name: who had it may have finished it.
  private func isInPlace() throws(SystemError) -> Bool {
    var opened = stat()
    var named = stat()
    try SystemError.check { unsafe fstat(file.number, &opened) }
    return unsafe stat(partPath, &named) == 0 && opened.st_ino == named.st_ino
  }

  /// Forgets what there is, to begin with another version; one without a name is never continued.
  package func restart(version: String?) throws(SystemError) {
    // In this order: what there is never has the tag of something else.
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

  /// Gives the file its name, now that it is whole and on the disk.
  package func commit() throws(SystemError) {
    try SystemError.check { fsync(file.number) }
    try SystemError.check { unsafe rename(partPath, path) }
    isOurs = false
    unsafe unlink(tagPath)
    try FileSystem.synchronizeFolder(of: path)
  }
}
