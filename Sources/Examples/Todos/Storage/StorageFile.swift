import Ratchet

/// The file that the list is kept in.
///
/// An actor, so that it is read and written beside the main actor, and one save after the other.
actor StorageFile {
  private let path: String
  /// Why nothing may take the place of the file: it was not read, and could not be renamed.
  private var obstacle: String?

  init(path: String) {
    self.path = path
  }

  /// Reads the list; a file that is not there holds none, one that cannot be read is renamed.
  func load() throws(StorageError) -> [Item] {
    do throws(ReadFailure) {
      return try items()
    } catch {
      throw .damaged(file: path, reason: error.reason, kept: putAside())
    }
  }

  /// Replaces the file; does nothing if the task was cancelled before.
  func save(_ items: [Item]) throws(StorageError) {
    if Task.isCancelled { return }
    if obstacle != nil { _ = putAside() }
    if let obstacle { throw .notSaved(file: path, reason: obstacle) }
    do {
      let bytes = try SavedFile(items: items).encoded()
      let replacement = try Replacement(of: path)
      try replacement.file.write(bytes)
      try replacement.commit()
    } catch {
      throw .notSaved(file: path, reason: (error as? SystemError)?.message ?? "\(error)")
    }
  }

  private func items() throws(ReadFailure) -> [Item] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path)
    } catch {
      throw ReadFailure(reason: error.message)
    }
    return try bytes.map { bytes throws(ReadFailure) in try SavedFile(bytes).items } ?? []
  }

  private func putAside() -> StorageError.Kept {
    do throws(SystemError) {
      let name = try FileSystem.putAside(path)
      obstacle = nil
      return .renamed(to: name)
    } catch {
      obstacle = "what is there cannot be read, and cannot be renamed: \(error.message)"
      return .inPlace(reason: error.message)
    }
  }
}
