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

  static let minutesRange = 1...600

  var names: String { attendees.joined(separator: ", ") }
  var seconds: Int { minutes * 60 }
  /// How long each attendee may speak, in seconds.
  var slot: Int { seconds / max(1, attendees.count) }
}

extension Plan {
  /// A file may have been edited: numbers that the form refuses are refused here, too.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(UUID.self, forKey: .id)
    title = try values.decode(String.self, forKey: .title)
    minutes = try values.decode(Int.self, forKey: .minutes)
    attendees = try values.decode([String].self, forKey: .attendees)
    records = try values.decode([Record].self, forKey: .records)
    if Self.minutesRange.contains(minutes) { return }
    throw DecodingError.dataCorruptedError(
      forKey: .minutes, in: values, debugDescription: "Only 1 to 600 are possible.")
  }
}

/// One time that it was held.
struct Record: Codable, Equatable, Sendable {
  let date: Date
  let seconds: Int
}

extension SharedKey where Value == IdentifiedArrayOf<Plan> {
  /// The plans in their file.
  ///
  /// The list has them in its state; the screens read one by its id, and return changes of it.
  static var plans: Self {
    @Dependency(PlansFile.self) var file
    return SharedKey("plans", default: [], in: .file(file.path))
  }
}

/// The file of the plans, which the command line may name.
struct PlansFile: DependencyKey, Sendable {
  var path = "meetings.json"

  static let liveValue = PlansFile()
  static let testValue = PlansFile()
}
