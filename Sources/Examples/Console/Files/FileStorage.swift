package import Ratchet

/// The storage of a program that keeps a list in a file, with messages about its problems.
package final class FileStorage: Sendable {
  package let storage: SharedStorage
  private let inbox: Locked<Inbox>

  private struct Inbox: Sendable {
    var errors: [SharedStorageError] = []
    var arrival: AsyncStream<Void>.Continuation?

    mutating func add(_ error: SharedStorageError) {
      if !errors.contains(error) { errors.append(error) }
      arrival?.yield()
    }
  }

  package init() {
    let inbox = Locked(Inbox())
    self.inbox = inbox
    storage = .files { error in inbox.withLock { $0.add(error) } }
  }

  /// Yields an element when there are problems to take, until the next call.
  package var arrivals: AsyncStream<Void> {
    let (arrivals, arrival) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    inbox.withLock { inbox in
      if !inbox.errors.isEmpty { arrival.yield() }
      inbox.arrival = arrival
    }
    return arrivals
  }

  /// Reads the file of a key, so that a store starts with its value.
  ///
  /// Throws if the file cannot be read: it may be another program's, and nothing would be saved.
  package func load(_ key: SharedKey<some Equatable & Sendable>) async throws(UnreadableFile) {
    await key.load(in: storage)
    for error in inbox.withLock({ $0.errors }) {
      if case .notRead = error { throw UnreadableFile(description: error.message) }
    }
  }

  /// Gives a key without a file the value of the recording that is resumed.
  package func restore<Value>(_ value: Value, of key: SharedKey<Value>) {
    if storage.value(of: key) == nil { storage.change(key) { $0 = value } }
  }

  /// Adds a problem, as the storage does.
  package func report(_ error: SharedStorageError) {
    inbox.withLock { $0.add(error) }
  }

  /// Removes and returns the problems since the last call, one line each.
  package func takeProblems() -> [String] {
    inbox.withLock { exchange(&$0.errors, with: []) }.map(\.message)
  }
}

/// A file that a program cannot go on with.
package struct UnreadableFile: Error, CustomStringConvertible {
  package let description: String
}

extension FileStorage: DependencyKey {
  package static let liveValue = FileStorage()
  package static var testValue: FileStorage { FileStorage() }
}

extension SharedStorageError {
  /// A one-line message for the user of a program that keeps a list.
  package var message: String {
    switch self {
    case .notRead(_, let file, let reason):
      "cannot read \(file): \(reason)"
    case .waiting(_, let file):
      "waiting to save \(file): another program has locked its folder"
    case .notSaved(_, let file, let reason):
      "cannot save \(file): \(reason); the list is kept until the program ends"
    case .notWatched(_, let file, let reason):
      "cannot see what other programs do with \(file): \(reason)"
    case .lost(_, let file):
      "changes were lost that were made before \(file) was read"
    }
  }
}
