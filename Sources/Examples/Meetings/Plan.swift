import Console
import Foundation
import Ratchet

/// A meeting that is held again and again.
struct Plan: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title = ""
  var minutes = 5
  var attendees: [String] = []
  var records: [Record] = []

  var names: String { attendees.joined(separator: ", ") }
  var seconds: Int { minutes * 60 }
  /// How long each attendee may speak, in seconds.
  var slot: Int { seconds / max(1, attendees.count) }
}

/// One time that it was held.
struct Record: Codable, Equatable, Sendable {
  let date: Date
  let seconds: Int
}

/// Where the plans are kept between runs.
struct StorageClient: DependencyKey {
  var load: @Sendable () async throws(StorageError) -> IdentifiedArrayOf<Plan>
  var save: @Sendable (IdentifiedArrayOf<Plan>) async throws(StorageError) -> Void

  static let liveValue = file(at: "meetings.json")

  static let testValue = StorageClient(
    load: unimplemented("StorageClient.load", placeholder: []),
    save: unimplemented("StorageClient.save", placeholder: ()))

  /// Keeps them in a JSON file.
  static func file(at path: String) -> StorageClient {
    let file = JSONFile<IdentifiedArrayOf<Plan>>(path: path)
    return StorageClient(
      load: { () async throws(StorageError) in try await file.load() ?? [] },
      save: { (plans) async throws(StorageError) in try await file.save(plans) })
  }
}
