import RatchetDependencies

/// Reads and saves the file of one shared key, and takes changes that other programs make in it.
///
/// Used by `SharedEntry`, which has the value in memory (the value of the stores). Each time the
/// file is read, three values are compared: the value that the file had when it was last read or
/// written (the base), the value that it has now, and the value of the stores. So a change on
/// either side is seen; if both sides have changed, the key's `merge` combines the two values. It
/// is an actor, so that no store waits for a file.
actor SharedFile<Value: Equatable & Sendable> {
  private let key: SharedKey<Value>
  /// The location with the path as the program wrote it, for messages.
  private let location: SharedLocation<Value>.File
  /// The path; a relative one begins at the directory that was the current one at the first use.
  private let path: String
  private let claims: FileClaims
  /// Where the path led when it was last resolved.
  private var place: FileSystem.Place
  private let report: @Sendable (SharedStorageError) -> Void
  /// The content of the file when it was last read or written.
  ///
  /// Only the actor changes it. It has a lock because the exit of the process reads it, which
  /// cannot wait for an actor.
  private let base = Locked<Base?>(nil)
  /// The first reading of the file, for which every call of `load` waits.
  private var loading: Task<Void, Never>?
  /// One for each link on the way, and for the file.
  private var watches: [FolderWatch] = []
  private var hasReportedWatch = false
  /// Why the file could not be read last time; reported once.
  private var unreadReason: String?
  /// Whether the last save has waited in vain for the lock: the next one does not wait as long.
  private var isLockedOut = false
  private let timer = Locked<Timer?>(nil)
  private let hasStarted = Locked(false)

  private struct Base: Sendable {
    let value: Value
    /// `nil` if the file has been removed, renamed, emptied or damaged since: then the value must
    /// be saved again.
    var bytes: [UInt8]?
  }

  /// How long a value must stay unchanged before it is saved.
  private static var quietTime: Duration { .milliseconds(500) }
  /// The time after which a value is saved even if it changes again and again.
  private static var maxDelay: Duration { .seconds(5) }

  /// How long to wait for another program that writes the file, or has locked its folder.
  private static var longestWait: Duration { .seconds(10) }

  /// A planned save, which the next change replaces.
  private struct Timer {
    let task: Task<Void, Never>
    /// The time of the first unsaved change, by the clock of the task.
    let start: any InstantProtocol<Duration>
  }

  init(
    _ key: SharedKey<Value>, _ location: SharedLocation<Value>.File, _ claims: FileClaims,
    _ report: @escaping @Sendable (SharedStorageError) -> Void
  ) {
    self.key = key
    self.location = location
    self.claims = claims
    self.report = report
    path = FileSystem.absolute(location.path)
    place = FileSystem.Place(file: path)
  }

  // MARK: - When

  /// Starts to read the file when it is first called; later calls do nothing.
  nonisolated func start(_ entry: SharedEntry<Value>) {
    let isFirst = hasStarted.withLock { hasStarted in
      defer { hasStarted = true }
      return !hasStarted
    }
    if isFirst { Task { await load(entry) } }
  }

  /// Plans to save once the value stays unchanged for `quietTime`, or after `maxDelay` at the
  /// latest.
  nonisolated func saveSoon<C: Clock<Duration>>(_ entry: SharedEntry<Value>, on clock: C) {
    let now = clock.now
    let start = timer.withLock { $0?.start } as? C.Instant ?? now
    let time = min(Self.quietTime, Self.maxDelay - start.duration(to: now))
    // Runs to its `sleep` at once, so that the time begins now.
    let task = Task.immediate {
      guard (try? await clock.sleep(for: time)) != nil else { return }
      if !Task.isCancelled { _ = await flush(entry) }
    }
    let old = timer.withLock { exchange(&$0, with: Timer(task: task, start: start)) }
    old?.task.cancel()
  }

  /// Starts a planned save now, without waiting for the file; does nothing if none is planned.
  nonisolated func startSaving(_ entry: SharedEntry<Value>) {
    let pending = timer.withLock { $0.take() }
    guard let pending else { return }
    pending.task.cancel()
    Task { _ = await save(entry) }
  }

  /// Saves now; returns the error if saving failed.
  nonisolated func flush(_ entry: SharedEntry<Value>) async -> SharedStorageError? {
    timer.withLock { $0.take() }?.task.cancel()
    return await save(entry)
  }

  // MARK: - What

  /// Reads the file, or waits until the first reading has ended.
  func load(_ entry: SharedEntry<Value>) async {
    let loading = loading ?? Task { await readAgain(entry) }
    self.loading = loading
    await loading.value
  }

  /// Reads the file, and gives the entry what has changed; reports errors.
  private func readAgain(_ entry: SharedEntry<Value>) async {
    do throws(FileFailure) {
      try await readWhole(entry)
      unreadReason = nil
    } catch {
      if error.reason == unreadReason { return }
      unreadReason = error.reason
      report(.notRead(key: key.name, file: location.path, reason: error.reason))
    }
  }

  /// Takes what has changed in the file, then saves the value of the stores if the file lacks it.
  private func save(_ entry: SharedEntry<Value>) async -> SharedStorageError? {
    if base.withLock({ $0 == nil }), !isUnsaved(entry) { return nil }
    // If this fails, locking the folder below fails too, with the reason.
    if location.makesFolder { FileSystem.makeFolder(FileSystem.folder(of: place.file)) }
    do throws(FileFailure) {
      repeat {
        // Reads the file even if nothing has changed: it may have been removed or damaged.
        try await readWhole(entry)
        if !isUnsaved(entry) { return nil }
      } while try await !locked { () throws(FileFailure) in
        guard try read(entry) else { return false }
        try write(entry)
        return true
      }
      return nil
    } catch {
      // The file cannot be read, or has a newer version, but there is nothing to save.
      if !isUnsaved(entry) { return nil }
      let failure = SharedStorageError.notSaved(
        key: key.name, file: location.path, reason: error.reason)
      report(failure)
      return failure
    }
  }

  /// Whether the file lacks the value of the stores.
  nonisolated func isUnsaved(_ entry: SharedEntry<Value>) -> Bool {
    guard let value = entry.current.value else { return false }
    guard let base = base.withLock({ $0 }) else { return entry.hasChangesBeforeFirstRead }
    return base.bytes == nil || value != base.value
  }

  private func write(_ entry: SharedEntry<Value>) throws(FileFailure) {
    guard let value = entry.current.value, isUnsaved(entry) else { return }
    let bytes: [UInt8]
    do {
      bytes = try location.coding.encode(value)
    } catch {
      throw FileFailure(reason: "its value cannot be encoded: \(error)")
    }
    try FileSystem.replace(place.file, with: bytes)
    set(Base(value: value, bytes: bytes))
    entry.take(value, base: value)
  }

  /// Sets the base; returns the old one, so that it is released after the lock.
  @discardableResult
  private func set(_ new: Base) -> Base? {
    base.withLock { exchange(&$0, with: new) }
  }

  /// Reads the file once no process is writing it; throws if it then cannot be read.
  private func readWhole(_ entry: SharedEntry<Value>) async throws(FileFailure) {
    let clock = ContinuousClock()
    let end = clock.now + Self.longestWait
    while true {
      try follow(entry)
      if try read(entry) { return }
      if clock.now > end { throw FileFailure(reason: "another program keeps writing it") }
      await pause(for: .milliseconds(50))
    }
  }

  /// Reads the file and gives the entry its value; returns false if somebody may be writing it,
  /// because it is empty or cannot be decoded, and has just changed.
  ///
  /// A file that cannot be decoded is left alone: it may be somebody else's, or be repaired.
  private func read(_ entry: SharedEntry<Value>) throws(FileFailure) -> Bool {
    guard let file = try FileSystem.contents(of: place.file) else {
      base.withLock { $0?.bytes = nil }
      return true
    }
    if file.bytes == base.withLock({ $0?.bytes }) { return true }
    if file.bytes.isEmpty {
      if !file.isFresh { base.withLock { $0?.bytes = nil } }
      return !file.isFresh
    }
    do throws(CodingProblem) {
      let theirs = try location.coding.decode(file.bytes)
      let base = set(Base(value: theirs, bytes: file.bytes))?.value
      entry.take(theirs, base: base)
    } catch {
      if error.isNewer { throw FileFailure(reason: error.reason) }
      if file.isFresh { return false }
      base.withLock { $0?.bytes = nil }
      throw FileFailure(
        reason: "\(error.reason); the file is left alone until you repair it or move it away")
    }
    return true
  }

  /// Runs `body` under the lock of the folder, so that no other process changes the file meanwhile;
  /// returns its result, or false if the path leads elsewhere by now.
  private func locked(_ body: () throws(FileFailure) -> Bool) async throws(FileFailure) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let limit = isLockedOut ? .milliseconds(100) : Self.longestWait
    var (pause, isReported) = (Duration.milliseconds(1), false)
    isLockedOut = false
    while true {
      // There is no `await` between locking and unlocking, so nothing else happens in this actor.
      // The folder is locked, and not a file made for the lock, so that nothing is left behind.
      let folder = try OpenFile(reading: FileSystem.folder(of: place.file))
      if folder.lock() {
        defer { extendLifetime(folder) }
        let isCurrent = try FileSystem.resolved(path) == place
        return isCurrent ? try body() : false
      }
      let time = clock.now - start
      isLockedOut = time > limit
      if isLockedOut {
        throw FileFailure(
          reason: "another process has locked the folder for more than 10 seconds")
      }
      if time > .seconds(1), !isReported {
        isReported = true
        report(.waiting(key: key.name, file: location.path))
      }
      await self.pause(for: pause)
      pause = min(pause * 2, .milliseconds(20))
    }
  }

  /// Waits, even in a cancelled task: another program needs the time to finish its work on the
  /// file.
  private func pause(for duration: Duration) async {
    await Task { try? await ContinuousClock().sleep(for: duration) }.value
  }

  /// Finds out where the path leads, and watches that and the links on the way; then once more,
  /// because a link may have been replaced before it was watched.
  private func follow(_ entry: SharedEntry<Value>) throws(FileFailure) {
    var isWatched = false
    while true {
      let new = try FileSystem.resolved(path)
      if new == place, isWatched || watches.count == new.all.count { return }
      if let other = claims.claim(new.file, for: key.name) {
        throw FileFailure(reason: "it leads to the file of the shared key '\(other)'")
      }
      place = new
      watches = place.all.compactMap { watch($0, entry) }
      isWatched = true
    }
  }

  private func watch(_ path: String, _ entry: SharedEntry<Value>) -> FolderWatch? {
    do throws(FileFailure) {
      return try FolderWatch(
        FileSystem.folder(of: path), for: FileSystem.name(of: path)
      ) { [weak self, weak entry] isWatched in
        guard let self, let entry else { return }
        Task { await self.changed(entry, isWatched: isWatched) }
      }
    } catch {
      // A folder that is missing has no file yet; saving reports the folder.
      if !error.isMissing, !hasReportedWatch {
        hasReportedWatch = true
        report(.notWatched(key: key.name, file: location.path, reason: error.reason))
      }
      return nil
    }
  }

  private func changed(_ entry: SharedEntry<Value>, isWatched: Bool) async {
    if !isWatched { watches = [] }
    await readAgain(entry)
  }
}
