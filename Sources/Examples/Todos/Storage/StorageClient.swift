import Console
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

  /// Keeps the list in a JSON file.
  static func file(at path: String) -> StorageClient {
    let file = JSONFile<SavedFile>(path: path)
    return StorageClient(
      load: { () async throws(StorageError) in try await file.load()?.items ?? [] },
      save: { (items) async throws(StorageError) in try await file.save(SavedFile(items: items)) })
  }
}

/// The content of the file: the items, and the format in which they are written.
struct SavedFile: Codable {
  private var format = SavedFile.format
  let items: [Item]

  private static let format = 1

  init(items: [Item]) {
    self.items = items
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let format = try values.decode(Int.self, forKey: .format)
    guard format == Self.format else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: values,
        debugDescription: "it is \(format), and this program reads \(Self.format)")
    }
    // Refuses two items with one id, which the rows of a list cannot have.
    items = Array(try values.decode(IdentifiedArrayOf<Item>.self, forKey: .items))
  }
}
