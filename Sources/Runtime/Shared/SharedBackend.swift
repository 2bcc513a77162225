/// Keeps the value of a shared key outside of the process: in a database, a key-value store, or on
/// a server.
///
/// ```swift
/// SharedKey("notes", default: [], in: .backend(NotesTable(database)))
/// ```
///
/// A storage waits until one call of `read` or `save` has returned before it makes the next, so
/// each call must return. The only exception is the first use of the key: if two threads use it at
/// the same time, both call `read`. The storage merges changes, delays saves, and reports errors; a
/// backend only reads and writes. Tests never call a backend: their values are in memory.
public protocol SharedBackend<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Equatable & Sendable
  /// The type of the sequence that ``changes()`` returns.
  associatedtype Changes: AsyncSequence

  /// Identifies the location, also in messages: a storage refuses a second key with the same
  /// identity.
  var identity: String { get }

  /// Reads the value.
  ///
  /// If this does not suspend, a store begins with the value. So declare it without `async` if it
  /// takes no longer than reading a small file. Otherwise, the store begins with its initial value,
  /// and replaces it with the stored one once that is read.
  ///
  /// - Returns: The value; `nil` if none is stored.
  func read() async throws -> Value?

  /// Saves a value in one step, unless the stored value is no longer the known one.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - known: The value that was last read or saved; `nil` if there was none.
  /// - Returns: The value that is stored instead of the known one, in which case nothing was saved:
  ///   the storage merges the two, and tries again. Otherwise, `nil`.
  /// - Throws: An error that the storage reports; the next change tries again.
  func save(_ value: Value, replacing known: Value?) async throws -> Value?

  /// Begins to watch for changes by others.
  ///
  /// The elements do not matter: after each one, the storage reads the value. An element after a
  /// change by the storage itself does no harm. The sequence may end at once.
  ///
  /// - Returns: A sequence with an element whenever the value may have changed.
  func changes() -> Changes
}
