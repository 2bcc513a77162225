/// A mistake with a shared key, with the values for its report.
///
/// A `SharedStorage` throws the first two when a key is first used: it refuses the key, and reports
/// this once. The storage reports the third, and the entry of a key the last one.
enum SharedKeyMisuse: Error {
  /// Another key has the same name, but another type or location.
  case sameName
  /// The key `other` has the same location, such as the same file.
  case sameLocation(other: String)
  /// Another storage of the program keeps the key in the same place.
  case secondStorage
  /// The program ended before changes were saved.
  case unsaved

  func text(_ key: SharedKey<some Any>) -> String {
    let name = key.name
    let (kind, place) = key.location.outside.map { ($0.kind, $0.name) } ?? ("", "memory")
    return switch self {
    case .sameName:
      """
      Two shared keys have the name "\(name)" but differ in type or location.

      This one is not shared: '\(type(of: key))' in \(place). To fix this, rename one of \
      the keys, or give both the same type and location.
      """
    case .sameLocation(let other):
      """
      The shared keys "\(other)" and "\(name)" have the same \(kind): \(place)

      "\(name)" is not shared: each would see the other's data as a corrupt \(kind). To fix this, \
      give each key its own \(kind), or combine them into one key.
      """
    case .secondStorage:
      """
      Two storages of this program keep the shared key "\(name)" in \(place).

      Each has its own value, and sees the other's changes only once they are saved. To fix this, \
      use one storage. If a store sets it in 'withDependencies', also pass it to \
      'key.load(in: storage)'.
      """
    case .unsaved:
      """
      Changes to the shared key "\(name)" were not saved in \(place): the program ended first.

      To fix this, call 'await store.drain(within:)' or 'await SharedStorage.live.flush()' before \
      the program ends.
      """
    }
  }

  /// Reports the mistake to the log in force, at the key's declaration.
  func report(_ key: SharedKey<some Any>) {
    RatchetDependencies.report(text(key), fileID: key.origin.file, line: key.origin.line)
  }
}
