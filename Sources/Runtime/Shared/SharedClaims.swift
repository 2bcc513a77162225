import RatchetDependencies

/// Which keys of a storage are kept where: a place, such as a file, belongs to one key.
///
/// Used by `SharedStorage` for a new key, and by a file when its path leads elsewhere. Owns only
/// names, so a backend can keep it without keeping the storage.
struct SharedClaims: Sendable {
  /// The names of the keys, by the identities of their places.
  private let names = Locked<[String: String]>([:])

  /// Assigns a place to a key instead of its previous one; if the place belongs to another key,
  /// returns the name of that key instead.
  func claim(_ place: String, for key: String) -> String? {
    names.withLock { names in
      if let owner = names[place], owner != key { return owner }
      names = names.filter { $0.value != key }
      names[place] = key
      return nil
    }
  }
}
