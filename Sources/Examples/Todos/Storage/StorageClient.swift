import Ratchet

/// Where the list is kept between runs.
struct StorageClient: DependencyKey {
  /// What was saved last; nothing if nothing was.
  var load: @Sendable () async throws(StorageError) -> [Item]
  /// Replaces what was saved before, entirely or not at all.
  var save: @Sendable ([Item]) async throws(StorageError) -> Void

  static let liveValue = file(at: "todos.json")

  static let testValue = StorageClient(
    load: unimplemented("StorageClient.load", placeholder: []),
    save: unimplemented("StorageClient.save", placeholder: ()))
}

extension StorageClient {
  /// Keeps the list in a JSON file.
  static func file(at path: String) -> StorageClient {
    let file = StorageFile(path: path)
    return StorageClient(
      load: { () async throws(StorageError) in try await file.load() },
      save: { (items) async throws(StorageError) in try await file.save(items) })
  }
}
