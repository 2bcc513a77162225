/// Why a storage refuses a key: it has another one that differs only in a part of it.
enum SharedKeyConflict: Error {
  /// The other one has the same name, and another type or location.
  case name
  /// The other one has the same file, and this name.
  case file(of: String)

  func message(for key: SharedKey<some Any>) -> String {
    let path = key.location.file?.path
    return switch self {
    case .name:
      """
      Two shared keys have the name '\(key.name)', and differ in type or location.

      This one is not shared: \(type(of: key)) in \(path ?? "memory"). To fix this, give one of \
      the keys another name, or make them the same.
      """
    case .file(let name):
      """
      Two shared keys have the file '\(path ?? "")': '\(name)' and '\(key.name)'.

      '\(key.name)' is not shared: each would take what the other has written for a damaged file. \
      To fix this, give each key a file of its own, or make one key of both values.
      """
    }
  }
}
