import Foundation

/// What is known about one thing to do, and kept in the file.
struct Item: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title: String
  var note = ""
  var isCompleted = false
}
