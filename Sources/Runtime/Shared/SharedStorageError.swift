/// What went wrong with the file of a shared key, or with another backend.
///
/// In each case, `file` names the file or the other location.
///
/// The stores keep their values, and the next change tries again.
public enum SharedStorageError: Error, Equatable, Sendable {
  /// The file cannot be read or decoded; it is left alone, and nothing is saved until it is
  /// repaired or moved.
  case notRead(key: String, file: String, reason: String)
  /// The value is not written yet: another process has locked the folder for a second.
  case waiting(key: String, file: String)
  /// The value cannot be written.
  case notSaved(key: String, file: String, reason: String)
  /// Changes that other programs make to the file are not seen until the next save.
  case notWatched(key: String, file: String, reason: String)
  /// Changes that were made before the value was read are lost: the stored value has replaced them.
  case lost(key: String, file: String)
}

extension SharedStorageError: CustomStringConvertible {
  /// The message in one line.
  public var description: String {
    switch self {
    case .notRead(let key, let file, let reason):
      """
      The shared key "\(key)" cannot be read from \(file): \(reason). The value is kept in memory; \
      the next change tries again.
      """
    case .waiting(let key, let file):
      """
      The shared key "\(key)" is waiting to be saved in \(file): another process has locked the folder.
      """
    case .notSaved(let key, let file, let reason):
      """
      The shared key "\(key)" cannot be saved in \(file): \(reason). The value is kept in memory; \
      the next change tries again.
      """
    case .notWatched(let key, let file, let reason):
      """
      The shared key "\(key)" is not updated when other programs change \(file): \(reason).
      """
    case .lost(let key, let file):
      """
      Changes to the shared key "\(key)" were lost: they were made before it was read from \
      \(file), and the stored value has replaced them. To fix this, call 'await key.load()' before \
      you create the store.
      """
    }
  }
}
