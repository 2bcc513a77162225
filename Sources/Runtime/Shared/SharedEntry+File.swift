import RatchetDependencies

// The file of a shared key: when it is read and saved, and what both do with the value.
//
// Each time the file is read, three values are compared: the value that the file had when it was
// last read or written (the base), the value that it has now, and the value of the entry, which is
// that of the stores. So a change on either side is seen; if both sides have changed, the key's
// `merge` combines the two values. `SharedFile` runs `merge` and `save`, one at a time.

/// How long a value must stay unchanged before it is saved.
private let quietTime = Duration.milliseconds(500)
/// The time after which a value is saved even if it changes again and again.
private let maxDelay = Duration.seconds(5)

// MARK: - When

extension SharedEntry {
  /// Starts to read the file when it is first called; returns the first reading.
  @discardableResult
  func startReading() -> Task<Void, Never>? {
    if file == nil { return nil }
    return content.withLock { content in
      let reading = content.reading ?? Task { await readAgain() }
      content.reading = reading
      return reading
    }
  }

  /// Plans to save once the value stays unchanged for `quietTime`, or after `maxDelay` at the
  /// latest.
  func saveSoon<C: Clock<Duration>>(on clock: C) {
    let now = clock.now
    let start = content.withLock { $0.timer?.start } as? C.Instant ?? now
    let time = min(quietTime, maxDelay - start.duration(to: now))
    // Runs to its `sleep` at once, so that the time begins now.
    let task = Task.immediate {
      guard (try? await clock.sleep(for: time)) != nil else { return }
      if !Task.isCancelled { _ = await flush() }
    }
    let old = content.withLock { exchange(&$0.timer, with: (task, start)) }
    old?.task.cancel()
  }

  /// Starts a planned save now, without waiting for the file; does nothing if none is planned.
  func startSaving() {
    guard let timer = content.withLock({ $0.timer.take() }) else { return }
    timer.task.cancel()
    Task { _ = await flush() }
  }

  func reportUnsaved() {
    guard file != nil, let path, isUnsaved, !content.withLock({ $0.hasFailed }) else { return }
    report(
      """
      Changes to the shared key '\(key.name)' were not saved in \(path): the program ended first.

      To fix this, call 'await store.drain(within:)' or 'await SharedStorage.live.flush()' before \
      the program ends.
      """, fileID: key.origin.file, line: key.origin.line)
  }
}

// MARK: - What

extension SharedEntry {
  /// Reads the file, and takes what has changed in it; reports errors.
  private func readAgain() async {
    guard let file else { return }
    var reason: String?
    do throws(FileFailure) { try await read(file) } catch { reason = error.reason }
    let old = content.withLock { [reason] in exchange(&$0.unreadReason, with: reason) }
    if let reason, reason != old {
      file.report(.notRead(key: file.key, file: file.name, reason: reason))
    }
  }

  /// Reads the file once no process is writing it; throws if it then cannot be read.
  private func read(_ file: SharedFile) async throws(FileFailure) {
    try await file.read { [self] path throws(FileFailure) in
      try merge(path)
    } onChange: { [weak self] in
      await self?.readAgain()
    }
  }

  /// Saves now: takes what has changed in the file, then saves the value if the file lacks it.
  func flush() async -> SharedStorageError? {
    let timer = content.withLock { content in
      content.hasFailed = false
      return content.timer.take()
    }
    timer?.task.cancel()
    guard let file, isUnsaved || content.withLock({ $0.saved != nil }) else { return nil }
    // If this fails, locking the folder below fails too, with the reason.
    if key.location.file?.makesFolder == true { await file.makeFolder() }
    do throws(FileFailure) {
      while true {
        // Reads the file even if nothing has changed: it may have been removed or damaged.
        try await read(file)
        guard isUnsaved, let value = current.value else { return nil }
        // Encoded before the folder is locked, where other files wait.
        let draft = (value, bytes: try encoded(value))
        let isSaved = try await file.locked { [self] path throws(FileFailure) in
          try save(path, draft)
        }
        if isSaved { return nil }
      }
    } catch {
      // The file cannot be read, or has a newer version, but there is nothing to save.
      if !isUnsaved { return nil }
      let failure = SharedStorageError.notSaved(
        key: file.key, file: file.name, reason: error.reason)
      content.withLock { $0.hasFailed = true }
      file.report(failure)
      return failure
    }
  }

  /// Whether the file lacks the value of the entry.
  private var isUnsaved: Bool {
    let (value, saved, isEarly) = content.withLock { ($0.value, $0.saved, !$0.early.isEmpty) }
    guard let value else { return false }
    guard let saved else { return isEarly }
    return saved.bytes == nil || value != saved.value
  }

  /// Takes what has changed in the file, then replaces the file if it lacks the value.
  ///
  /// Returns false if another program may be writing it, or has just replaced it. `draft` is nearly
  /// always still the value.
  private func save(
    _ path: String, _ draft: (value: Value, bytes: [UInt8])
  ) throws(FileFailure) -> Bool {
    guard try merge(path) else { return false }
    guard isUnsaved, let value = current.value else { return true }
    let bytes = value == draft.value ? draft.bytes : try encoded(value)
    let expected = content.withLock { $0.saved?.bytes } ?? []
    guard try FileSystem.replace(path, with: bytes, expected: expected) else { return false }
    take(value, bytes, base: value)
    return true
  }

  private func encoded(_ value: Value) throws(FileFailure) -> [UInt8] {
    do {
      return try key.location.file?.coding.encode(value) ?? []
    } catch {
      throw FileFailure(reason: "its value cannot be encoded: \(error)")
    }
  }

  /// Reads the file and takes its value; returns false if somebody may be writing it, because it is
  /// empty or cannot be decoded, and has just changed.
  ///
  /// A file that cannot be decoded is left alone: it may be somebody else's, or be repaired.
  private func merge(_ path: String) throws(FileFailure) -> Bool {
    let file = try FileSystem.contents(of: path)
    let saved = content.withLock { $0.saved }
    var problem: CodingProblem?
    if let file, !file.bytes.isEmpty, let location = key.location.file {
      if file.bytes == saved?.bytes { return true }
      do throws(CodingProblem) {
        take(try location.coding.decode(file.bytes), file.bytes, base: saved?.value)
        return true
      } catch {
        if error.isNewer { throw FileFailure(reason: error.reason) }
        problem = error
      }
    }
    if let file, file.isFresh { return false }
    content.withLock { $0.saved?.bytes = nil }
    guard let problem else { return true }
    throw FileFailure(
      reason: "\(problem.reason); the file is left alone until you repair it or move it away")
  }
}
