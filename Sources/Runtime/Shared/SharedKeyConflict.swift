/// Why a `SharedStorage` refuses a shared key: it already holds a different key with the same name
/// or file.
///
/// Thrown when the key is first used; reported once for each refused key.
enum SharedKeyConflict: Error {
  /// The other key has the same name, but another type or location.
  case name
  /// The other key, which has the name `of`, has the same file.
  case file(of: String)

  /// The text of the report.
  func message(for key: SharedKey<some Any>) -> String {
    let path = key.location.file?.path
    return switch self {
    case .name:
      """
      Two shared keys have the name '\(key.name)' but differ in type or location.

      This one is not shared: \(type(of: key)) in \(path ?? "memory"). To fix this, give one of \
      the keys another name, or make them the same.
      """
    case .file(let name):
      """
      Two shared keys have the file '\(path ?? "")': '\(name)' and '\(key.name)'.

      '\(key.name)' is not shared: each would see the other's data as a corrupt file. To fix this, \
      give each key its own file, or combine them into one key.
      """
    }
  }
}
