import GRDB
import Ratchet

/// The items of all carts.
struct CartDatabase: DependencyKey {
  var add: @Sendable (_ item: String, _ cart: String) async throws -> Void
  var counts: @Sendable (_ cart: String) -> any AsyncSequence<Int, any Error> & Sendable

  static let liveValue = CartDatabase(
    add: unimplemented("CartDatabase.add"),
    counts: unimplemented("CartDatabase.counts", placeholder: AsyncThrowingStream { nil }))
}

extension CartDatabase {
  init(_ database: DatabaseQueue) throws {
    try database.write { database in
      try database.create(table: "item", options: .ifNotExists) { table in
        table.column("name", .text).notNull()
        table.column("cart", .text).notNull().indexed()
      }
    }
    add = { item, cart in
      try await database.write { database in
        try database.execute(
          sql: "INSERT INTO item (name, cart) VALUES (?, ?)", arguments: [item, cart])
      }
    }
    counts = { cart in
      ValueObservation.tracking { database in
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM item WHERE cart = ?", arguments: [cart]) ?? 0
      }
      .removeDuplicates()
      .values(in: database)
    }
  }
}
