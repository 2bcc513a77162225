/// What went wrong with the file of a shared key.
///
/// The stores keep their values, and the next change tries again.
public enum SharedStorageError: Error, Equatable, Sendable {
  /// The value cannot be decoded; the file was renamed and is not lost.
  case damaged(key: String, file: String, reason: String, keptAs: String)
  /// The file cannot be read, or is of a newer version; it is left alone.
  case notRead(key: String, file: String, reason: String)
  /// The value cannot be written.
  case notSaved(key: String, file: String, reason: String)
  /// Changes of the file are not seen, except when it is saved.
  case notWatched(key: String, file: String, reason: String)
}

extension SharedStorageError: CustomStringConvertible {
  /// The message in one line.
  public var description: String {
    switch self {
    case .damaged(let key, let file, let reason, let name):
      """
      The shared key '\(key)' cannot be read from \(file): \(reason). The file is kept as \(name).
      """
    case .notRead(let key, let file, let reason):
      """
      The shared key '\(key)' cannot be read from \(file): \(reason). The value is kept in memory; \
      the next change tries again.
      """
    case .notSaved(let key, let file, let reason):
      """
      The shared key '\(key)' cannot be saved in \(file): \(reason). The value is kept in memory; \
      the next change tries again.
      """
    case .notWatched(let key, let file, let reason):
      "Changes of \(file) by other programs are not seen by the shared key '\(key)': \(reason)."
    }
  }
}
