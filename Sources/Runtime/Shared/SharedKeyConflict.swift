/// Why a `SharedStorage` refuses a shared key: it already holds a different key with the same name
/// or location.
///
/// Thrown when the key is first used; reported once for each refused key.
enum SharedKeyConflict: Error {
  /// The other key has the same name, but another type or location.
  case name
  /// The other key, which has the name `of`, has the same location, such as the same file.
  case location(of: String)

  /// The text of the report; `key` is the refused key.
  func message(for key: SharedKey<some Any>) -> String {
    let (kind, place) = key.location.outside.map { ($0.kind, $0.name) } ?? ("", "memory")
    return switch self {
    case .name:
      """
      Two shared keys have the name "\(key.name)" but differ in type or location.

      This one is not shared: '\(type(of: key))' in \(place). To fix this, rename one of \
      the keys, or give both the same type and location.
      """
    case .location(let name):
      """
      The shared keys "\(name)" and "\(key.name)" have the same \(kind): \(place)

      "\(key.name)" is not shared: each would see the other's data as a corrupt \(kind). To fix this, \
      give each key its own \(kind), or combine them into one key.
      """
    }
  }
}
