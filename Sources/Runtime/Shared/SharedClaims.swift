import RatchetDependencies

/// Records which key of a storage uses which place, such as a file: a place belongs to one key.
///
/// Used by `SharedStorage` for a new key, and by `SharedFile` when its path has come to lead to
/// another file. Owns only names, so the backend of a key can own it without retaining the storage.
struct SharedClaims: Sendable {
  /// The names of the keys, by the identities of their places (`SharedLocation.Outside`).
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
