import RatchetDependencies

/// Keeps the value of a shared key in a file, as text that people can read and edit.
///
/// Used by the entry of the key in a storage, one call at a time. Owns what was last read from the
/// file or written to it. `SharedFile` resolves the path, waits for programs that are writing the
/// file, and locks its folder; the closures that this type passes to it read and write the file. Do
/// not call it while the folder of the file is locked.
final class FileBackend<Value: Equatable & Sendable>: SharedBackend {
  private let file: SharedFile
  /// The absolute path, with links that may lead elsewhere at each use.
  private let path: String
  private let coding: SharedCoding<Value>
  /// Whether a save makes the folder, if it is missing.
  private let makesFolder: Bool
  /// The file's value and bytes when it was last read or written; `nil` if it was absent, empty, or
  /// damaged.
  ///
  /// Stays as it is if a newer version has written the file, or if somebody may be writing it.
  private let latest = Locked<(value: Value, bytes: [UInt8])?>(nil)
  /// Whether the storage watches for changes by others.
  private let isWatching = Locked(false)
  private let stream = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(_ file: SharedFile, _ coding: SharedCoding<Value>, makesFolder: Bool) {
    self.file = file
    path = FileSystem.absolute(file.name)
    self.coding = coding
    self.makesFolder = makesFolder
  }

  /// Required by the protocol; for files, the identity in `SharedLocation` counts, which resolves
  /// the path.
  var identity: String { file.name }

  func changes() -> AsyncStream<Void> {
    isWatching.withLock { $0 = true }
    return stream.stream
  }

  func read() async throws -> Value? {
    // The first read, before the file is watched, does not suspend: a store then begins with the
    // value. A file that changes during this read is not read again here, because only `follow`
    // waits: it reads the file if somebody may be writing it.
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

  /// Writes the value and returns `nil`.
  ///
  /// If the file has a value other than `known`, returns that value instead, and does not write.
  func save(_ value: Value, replacing known: Value?) async throws -> Value? {
    // If this fails, locking the folder below fails too, with the reason.
    if makesFolder { await file.makeFolder() }
    let other = Locked<Value?>(nil)
    var bytes: [UInt8]?
    // Each attempt reads the file, locks its folder, reads the file once more, and replaces it,
    // unless it has another value than the known one.
    while true {
      do throws(FileFailure) {
        // Reads the file even if the value has not changed: the file may have been removed or
        // damaged.
        try await follow()
      } catch {
        // The error is ignored if there is nothing to save: the value is the known one, which is
        // also in `latest`. A file of a newer version leaves `latest` as it was, so its error can
        // be ignored. A damaged file sets `latest` to `nil`, so its error is always thrown.
        if let known, value == known, latest.withLock({ $0?.value }) == known { return nil }
        throw error
      }
      if let found = latest.withLock({ $0?.value }), found == value, found == known { return nil }
      // Encoded before the folder is locked, because the lock delays saves of other files there.
      let new = try bytes ?? encoded(value)
      bytes = new
      // False if somebody may be writing the file, or has just changed it: then it is tried again.
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

  /// Finds the file to which the path leads, watches it, and reads it once no process writes it.
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

  /// Reads the file into `latest`; returns false if somebody may be writing it, because it is empty
  /// or cannot be decoded, and has changed in the last second.
  ///
  /// Throws for a file that cannot be decoded. Such a file is left alone: it may belong to another
  /// program, or be repaired. A file that changes while its bytes are read is read again, at most
  /// `attempts` times in all; then this throws `changing`.
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
