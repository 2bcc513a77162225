import RatchetDependencies

/// Which keys of a storage have which files: a file belongs to one key, whatever the path.
///
/// Used by `SharedStorage` for a new key, and by `SharedFile` when a path leads elsewhere. Owns
/// only names and paths, so a file can keep it without keeping the storage.
struct FileClaims: Sendable {
  /// The names of the keys, by the resolved paths of their files.
  private let names = Locked<[String: String]>([:])

  /// Gives a key a file in place of the one that it had; if another key has the file, returns the
  /// name of that key instead.
  func claim(_ file: String, for key: String) -> String? {
    names.withLock { names in
      if let owner = names[file], owner != key { return owner }
      names = names.filter { $0.value != key }
      names[file] = key
      return nil
    }
  }
}
