/// Why the list was not loaded or not saved.
enum StorageError: Error, Equatable, Sendable {
  /// The file is there, but the list cannot be read from it.
  case damaged(file: String, reason: String, kept: Kept)
  case notSaved(file: String, reason: String)

  /// What has become of a damaged file.
  enum Kept: Equatable, Sendable {
    case renamed(to: String)
    case inPlace(reason: String)
  }

  /// All of it in one line.
  var message: String {
    switch self {
    case .damaged(let file, let reason, .renamed(let name)):
      "cannot read \(file): \(reason); it is kept as \(name), and the list starts empty"
    case .damaged(let file, let reason, .inPlace(let obstacle)):
      """
      cannot read \(file): \(reason); the list starts empty, and is not saved as long as the file is \
      in its way: it cannot be renamed: \(obstacle)
      """
    case .notSaved(let file, let reason):
      "cannot save \(file): \(reason); the list is kept until the program ends"
    }
  }
}
