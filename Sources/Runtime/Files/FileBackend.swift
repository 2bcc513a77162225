import RatchetDependencies

/// Keeps the value of a shared key in a file, as text that people can read and edit.
///
/// Used by the entry of the key, one call at a time. Owns what was last read from the file or
/// written to it. `SharedFile` waits for programs that are writing the file, locks it, and runs
/// `accept` and `write`, one at a time. Do not call it while the folder of the file is locked.
final class FileBackend<Value: Equatable & Sendable>: SharedBackend {
  private let file: SharedFile
  private let path: String
  private let coding: SharedCoding<Value>
  /// Whether the first save makes the folder.
  private let makesFolder: Bool
  /// What the file had when it was last read or written; `nil` if it had nothing, or was damaged.
  private let latest = Locked<(value: Value, bytes: [UInt8])?>(nil)
  private let isWatching = Locked(false)
  private let stream = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(_ file: SharedFile, _ coding: SharedCoding<Value>, makesFolder: Bool) {
    self.file = file
    path = FileSystem.absolute(file.name)
    self.coding = coding
    self.makesFolder = makesFolder
  }

  var identity: String { file.name }

  func changes() -> AsyncStream<Void> {
    isWatching.withLock { $0 = true }
    return stream.stream
  }

  func read() async throws -> Value? {
    // Before the file is watched, it is read without waiting, unless somebody may be writing it.
    var isRead = false
    if !isWatching.withLock({ $0 }) {
      do throws(FileFailure) {
        isRead = try accept(FileSystem.resolved(path).file, attempts: 1)
      } catch {
        if error != .changing { throw error }
      }
    }
    if !isRead { try await follow() }
    return latest.withLock { $0?.value }
  }

  func save(_ value: Value, replacing known: Value?) async throws -> Value? {
    // If this fails, locking the folder below fails too, with the reason.
    if makesFolder { await file.makeFolder() }
    let other = Locked<Value?>(nil)
    var bytes: [UInt8]?
    while true {
      do throws(FileFailure) {
        // Also if nothing has changed: the file may have been removed or damaged.
        try await follow()
      } catch {
        // A file of a newer version, but nothing to save.
        if let known, value == known, latest.withLock({ $0?.value }) == known { return nil }
        throw error
      }
      if let found = latest.withLock({ $0?.value }), found == value, found == known { return nil }
      // Encoded before the folder is locked, where other files wait.
      let new = try bytes ?? encoded(value)
      bytes = new
      let isDone = try await file.locked { [self] path throws(FileFailure) in
        guard try accept(path) else { return false }
        let found = latest.withLock { $0 }
        if let found, found.value != known {
          other.withLock { $0 = found.value }
          return true
        }
        guard try FileSystem.replace(path, with: new, expected: found?.bytes ?? []) else {
          return false
        }
        latest.withLock { $0 = (value, new) }
        return true
      }
      if isDone { return other.withLock { $0 } }
    }
  }

  /// Finds out where the path leads, watches that, and reads the file once no process is writing
  /// it.
  private func follow() async throws(FileFailure) {
    try await file.read { [self] path throws(FileFailure) in
      try accept(path)
    } onChange: { [continuation = stream.continuation] in
      continuation.yield()
    }
  }

  private func encoded(_ value: Value) throws(FileFailure) -> [UInt8] {
    do {
      return try coding.encode(value)
    } catch {
      throw FileFailure(reason: "its value cannot be encoded: \(error)")
    }
  }

  /// Reads the file; returns false if somebody may be writing it, because it is empty or cannot be
  /// decoded, and has just changed.
  ///
  /// A file that cannot be decoded is left alone: it may be somebody else's, or be repaired.
  private func accept(_ path: String, attempts: Int = 100) throws(FileFailure) -> Bool {
    let file = try FileSystem.contents(of: path, attempts: attempts)
    var problem: CodingProblem?
    if let file, !file.bytes.isEmpty {
      if file.bytes == latest.withLock({ $0?.bytes }) { return true }
      do throws(CodingProblem) {
        let value = try coding.decode(file.bytes)
        latest.withLock { $0 = (value, file.bytes) }
        return true
      } catch {
        if error.isNewer { throw FileFailure(reason: error.reason) }
        problem = error
      }
    }
    if let file, file.isFresh { return false }
    latest.withLock { $0 = nil }
    guard let problem else { return true }
    throw FileFailure(
      reason: "\(problem.reason); the file is left alone until you repair it or move it away")
  }
}

extension FileFailure: CustomStringConvertible {
  package var description: String { reason }
}
