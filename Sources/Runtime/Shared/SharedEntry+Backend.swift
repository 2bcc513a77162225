import RatchetDependencies

// The backend of a shared key: when it is read and saved, and what both do with the value.
//
// Each time the backend is read, three values are compared: its value when it was last read or
// saved (the base), its value now, and the value of the entry, which the stores use. So a change on
// either side is detected; if both sides have changed, the key's `merge` combines the two values.
// The backend is used by one call at a time, so a value that is read is never older than one that
// was saved.

/// How long a value must stay unchanged before it is saved.
private let quietTime = Duration.milliseconds(500)
/// The time after which a value is saved even if it changes again and again.
private let maxDelay = Duration.seconds(5)

// MARK: - When the backend is used

extension SharedEntry.Content {
  /// Whether, in a test, all changes would be saved by now.
  var isSaved: Bool {
    guard let unsaved else { return true }
    let now = unsaved.clock.elapsed
    return now - unsaved.last >= quietTime || now - unsaved.first >= maxDelay
  }

  /// In a test, the value that would be saved by now.
  var savedValue: Value? { isSaved ? value : unsaved?.before }
}

extension SharedEntry {
  /// Reads the value, without waiting if the backend has it at once.
  ///
  /// The storage calls this before anything else can use the entry. If two threads use a key for
  /// the first time at once, each makes an entry: the storage calls `begin` for the one that it
  /// keeps, and discards the other.
  func readFirst() {
    if backend == nil { return }
    // Runs at once, until the backend suspends.
    let first = Task.immediate { await readOrReport() }
    content.withLock { $0.lastUse = first }
  }

  /// Watches the backend from now on; reports why the first read failed, if it did.
  func begin() {
    guard let backend else { return }
    let reason = content.withLock { content in
      content.hasBegun = true
      return content.unreadReason
    }
    if let reason { reportProblem(SharedStorageError.notRead, reason) }
    watch(backend)
  }

  /// Returns when the latest read or save of the backend has ended, such as the first read.
  func settle() async {
    await content.withLock { $0.lastUse }?.value
  }

  private func watch<Backend: SharedBackend<Value>>(_ backend: Backend) {
    let watch = Task { [weak self] in
      do {
        let changes = backend.changes()
        // The value may have changed before the backend was watched.
        await self?.use { await $0.readOrReport() }.value
        for try await _ in changes { await self?.use { await $0.readOrReport() }.value }
      } catch {
        self?.reportProblem(SharedStorageError.notWatched, "\(error)")
      }
    }
    content.withLock { $0.watch = watch }
  }

  /// Starts `body`, which reads or saves the backend, once all earlier calls have ended.
  private func use<Result: Sendable>(
    _ body: @escaping @Sendable (SharedEntry) async -> Result
  ) -> Task<Result, Never> {
    content.withLock { content in
      let last = content.lastUse
      let task = Task {
        await last?.value
        return await body(self)
      }
      content.lastUse = Task { _ = await task.value }
      return task
    }
  }

  /// Plans to save once the value stays unchanged for `quietTime`, or `maxDelay` after the first
  /// unsaved change; replaces a planned save.
  func saveSoon<C: Clock<Duration>>(on clock: C) {
    let now = clock.now
    // A time of another type of clock cannot be compared.
    let start = content.withLock { $0.timer?.start } as? C.Instant ?? now
    let delay = min(quietTime, maxDelay - start.duration(to: now))
    // Runs to its `sleep` at once, so the delay begins now.
    let task = Task.immediate {
      guard (try? await clock.sleep(for: delay)) != nil else { return }
      if !Task.isCancelled { _ = flush() }
    }
    let old = content.withLock { exchange(&$0.timer, with: (task, start)) }
    old?.task.cancel()
  }

  func startSaving() {
    if content.withLock({ $0.timer != nil }) { _ = flush() }
  }

  func flush() -> Task<SharedStorageError?, Never>? {
    guard let backend else {
      extendLifetime(content.withLock { $0.unsaved.take() })
      return nil
    }
    let timer = content.withLock { content in
      content.hasFailed = false
      return content.timer.take()
    }
    timer?.task.cancel()
    return use { await $0.save(in: backend) }
  }
}

// MARK: - What is read and saved

extension SharedEntry {
  /// Reads the backend and adopts its value; if that fails, reports the reason, unless the last
  /// read has failed for the same one.
  ///
  /// Before `begin`, only records the reason, which `begin` reports.
  private func readOrReport() async {
    var reason: String?
    do { try await read() } catch { reason = "\(error)" }
    let isNew = content.withLock { [reason] in
      exchange(&$0.unreadReason, with: reason) != reason && $0.hasBegun
    }
    if let reason, isNew { reportProblem(SharedStorageError.notRead, reason) }
  }

  private func read() async throws {
    if let backend { take(try await backend.read()) }
  }

  /// Saves the value; merges it with what others have saved meanwhile.
  ///
  /// An unchanged value, too, if the backend has had one: somebody may have removed it there.
  private func save(in backend: any SharedBackend<Value>) async -> SharedStorageError? {
    do {
      // All reads have failed so far. If this one fails too, the error ends the save: what cannot
      // be read must not be replaced.
      if content.withLock({ $0.backendState == .unread && $0.isChanged }) { try await read() }
      // If the value changes during the first save, it is saved once more, but not a third time:
      // each change also plans a save.
      var isLast = false
      // An attempt fails if others have just saved. That does not happen a hundred times in a row.
      for _ in 0..<100 {
        let content = content.withLock { $0 }
        guard let value = content.value, content.isChanged || content.backendState == .stored else {
          return nil
        }
        let known = content.backendState == .stored ? content.base : nil
        if let other = try await backend.save(value, replacing: known) {
          // Nothing was saved: the backend has another value than the known one.
          take(other)
        } else {
          noteSaved(value)
          if isLast || current.version == content.version { return nil }
          isLast = true
        }
      }
      return reportNotSaved(
        "at each attempt, the stored value differs from the one that was read before. Perhaps the "
          + "value does not equal itself after it is decoded")
    } catch {
      return reportNotSaved("\(error)")
    }
  }

  private func reportNotSaved(_ reason: String) -> SharedStorageError {
    content.withLock { $0.hasFailed = true }
    return reportProblem(SharedStorageError.notSaved, reason)
  }

  // MARK: - Reports

  /// The name of the file or other location, for messages.
  private var location: String { key.location.outside?.name ?? "" }

  @discardableResult
  private func reportProblem(
    _ make: (_ key: String, _ file: String, _ reason: String) -> SharedStorageError,
    _ reason: String
  ) -> SharedStorageError {
    let error = make(name, location, reason)
    report(error, origin)
    return error
  }

  /// Reports that changes are lost: they were made before the stored value was read, which has
  /// replaced them.
  func reportLoss() {
    report(.lost(key: name, file: location), origin)
  }

  func reportUnsaved() {
    guard backend != nil, content.withLock({ $0.isChanged && !$0.hasFailed }) else { return }
    SharedKeyMisuse.unsaved.report(key)
  }
}
