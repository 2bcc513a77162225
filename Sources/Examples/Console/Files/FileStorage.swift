package import Ratchet

/// The storage of a program that keeps a list in a file, with messages about its problems.
package final class FileStorage: Sendable {
  package let storage: SharedStorage
  /// Yields an element when there are problems to take.
  package let arrivals: AsyncStream<Void>
  private let inbox: Inbox

  private struct Inbox: Sendable {
    struct Content: Sendable {
      var hasLoaded = false
      var problems: [String] = []
    }

    let content = Locked(Content())
    let arrival: AsyncStream<Void>.Continuation

    func add(_ error: SharedStorageError) {
      content.withLock { content in
        let text = error.message(isBeginning: !content.hasLoaded)
        if !content.problems.contains(text) { content.problems.append(text) }
      }
      arrival.yield()
    }
  }

  package init() {
    let (arrivals, arrival) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let inbox = Inbox(arrival: arrival)
    self.arrivals = arrivals
    self.inbox = inbox
    storage = .files { inbox.add($0) }
  }

  /// Reads the file of a key, so that a store starts with its value.
  package func load(_ key: SharedKey<some Equatable & Sendable>) async {
    await withDependencies {
      $0.sharedStorage = storage
    } operation: {
      _ = await key.load()
    }
    inbox.content.withLock { $0.hasLoaded = true }
  }

  /// Adds a problem, as the storage does.
  package func report(_ error: SharedStorageError) {
    inbox.add(error)
  }

  /// Removes and returns the problems since the last call, one line each.
  package func takeProblems() -> [String] {
    inbox.content.withLock { exchange(&$0.problems, with: []) }
  }
}

extension FileStorage: DependencyKey {
  package static let liveValue = FileStorage()
  package static var testValue: FileStorage { FileStorage() }
}

extension SharedStorageError {
  /// A one-line message for the user of a program that keeps a list.
  package func message(isBeginning: Bool = false) -> String {
    switch self {
    case .damaged(_, let file, let reason, let name) where isBeginning:
      "cannot read \(file): \(reason); it is kept as \(name), and the list starts empty"
    case .damaged(_, let file, let reason, let name):
      "cannot read \(file): \(reason); it is kept as \(name), and written with the next change"
    case .notRead(_, let file, let reason) where isBeginning:
      """
      cannot read \(file): \(reason); the list starts empty, and is not saved as long as the \
      file is in its way
      """
    case .notRead(_, let file, let reason):
      "cannot read \(file): \(reason)"
    case .notSaved(_, let file, let reason):
      "cannot save \(file): \(reason); the list is kept until the program ends"
    case .notWatched(_, let file, let reason):
      "cannot see what other programs do with \(file): \(reason)"
    }
  }
}
