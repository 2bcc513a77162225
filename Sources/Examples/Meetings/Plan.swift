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

extension SharedKey where Value == IdentifiedArrayOf<Plan> {
  /// The plans in their file.
  static func plans(in file: String) -> Self {
    SharedKey("plans", default: [], in: .file(file))
  }
}
