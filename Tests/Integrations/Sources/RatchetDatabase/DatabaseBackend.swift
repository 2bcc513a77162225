import Foundation
import GRDB
import Ratchet

/// Keeps the value of a shared key in a row of the table 'shared', as JSON.
package struct DatabaseBackend<Value: Codable & Equatable & Sendable>: SharedBackend {
  private let database: DatabaseQueue
  private let name: String

  package init(_ name: String, in database: DatabaseQueue) throws {
    self.database = database
    self.name = name
    try database.write { try $0.execute(sql: Self.table) }
  }

  package var identity: String { "\(database.path), \(name)" }

  package func read() throws -> Value? { try database.read(value) }

  package func save(_ value: Value, replacing known: Value?) throws -> Value? {
    try database.write { database in
      if let stored = try self.value(database), stored != known { return stored }
      try database.execute(
        sql: "INSERT OR REPLACE INTO shared VALUES (?, ?)",
        arguments: [name, try JSONEncoder().encode(value)])
      return nil
    }
  }

  package func changes() -> AsyncValueObservation<Value?> {
    ValueObservation.tracking(value).values(in: database)
  }

  private func value(_ database: Database) throws -> Value? {
    try Data.fetchOne(database, sql: "SELECT value FROM shared WHERE name = ?", arguments: [name])
      .map { try JSONDecoder().decode(Value.self, from: $0) }
  }

  private static var table: String { "CREATE TABLE IF NOT EXISTS shared (name PRIMARY KEY, value)" }
}
