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
  /// The path of the file with all links resolved, for reading and writing.
  private let target: String
  private let report: @Sendable (SharedStorageError) -> Void
  /// The content of the file when it was last read or written.
  ///
  /// Only the actor changes it. It has a lock because it is also read when the process exits, and
  /// the exit cannot wait for an actor.
  private let base = Locked<Base?>(nil)
  /// The first reading of the file, for which every call of `load` waits.
  private var loading: Task<Void, Never>?
  private var watch: FolderWatch?
  private var hasReportedWatch = false
  /// Why the file could not be read last time: one reason is reported once.
  private var unreadReason: String?
  private let timer = Locked<Timer?>(nil)
  private let hasStarted = Locked(false)

  private struct Base: Sendable {
    let value: Value
    /// `nil` if the file has been removed, renamed or emptied since: then the value must be saved
    /// again.
    var bytes: [UInt8]?
  }

  /// How long a value must stay unchanged before it is saved.
  private static var quietTime: Duration { .milliseconds(500) }
  /// The time after which a value is saved even if it changes again and again.
  private static var maxDelay: Duration { .seconds(5) }

  /// A planned save, which the next change replaces.
  private struct Timer {
    let task: Task<Void, Never>
    /// The time of the first unsaved change, by the clock of the task.
    let start: any InstantProtocol<Duration>
  }

  init(
    _ key: SharedKey<Value>, _ location: SharedLocation<Value>.File, leadingTo target: String,
    _ report: @escaping @Sendable (SharedStorageError) -> Void
  ) {
    self.key = key
    self.location = location
    self.target = target
    self.report = report
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
    watchFolder(entry)
    do throws(FileFailure) {
      if try await !isReadable(entry) {
        // The file is damaged or empty; a damaged file is renamed, which needs the lock.
        try await locked { () throws(FileFailure) in
          _ = try read(entry, mayRename: true)
        }
      }
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
    if location.makesFolder { FileSystem.makeFolder(FileSystem.folder(of: target)) }
    watchFolder(entry)
    do throws(FileFailure) {
      // Reads the file even if nothing has changed: it may have been removed or damaged.
      if try await isReadable(entry), !isUnsaved(entry) { return nil }
      try await locked { () throws(FileFailure) in
        _ = try read(entry, mayRename: true)
        try write(entry)
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

  /// Whether the stores have a value that the file does not have.
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
    try FileSystem.replace(target, with: bytes)
    set(Base(value: value, bytes: bytes))
    entry.take(value, base: value)
  }

  /// Sets the base; returns the old one, so that it is released after the lock.
  @discardableResult
  private func set(_ new: Base) -> Base? {
    base.withLock { exchange(&$0, with: new) }
  }

  /// Reads the file; returns false if it cannot be decoded, not even a moment later.
  ///
  /// The second try is for a program that writes the file in place and was in the middle of it.
  private func isReadable(_ entry: SharedEntry<Value>) async throws(FileFailure) -> Bool {
    if try read(entry, mayRename: false) { return true }
    await pause(for: .milliseconds(50))
    return try read(entry, mayRename: false)
  }

  /// Reads the file and gives the entry its value; returns false if the file cannot be decoded, or
  /// is empty because an editor is about to write it.
  ///
  /// With `mayRename`, which needs the lock, a file that cannot be decoded is renamed and an empty
  /// file counts as absent, so the result is true.
  private func read(_ entry: SharedEntry<Value>, mayRename: Bool) throws(FileFailure) -> Bool {
    guard let bytes = try FileSystem.contents(of: target) else {
      base.withLock { $0?.bytes = nil }
      return true
    }
    if bytes == base.withLock({ $0?.bytes }) { return true }
    if bytes.isEmpty {
      if mayRename { base.withLock { $0?.bytes = nil } }
      return mayRename
    }
    do throws(CodingProblem) {
      let theirs = try location.coding.decode(bytes)
      let base = set(Base(value: theirs, bytes: bytes))?.value
      entry.take(theirs, base: base)
    } catch {
      if error.isNewer { throw FileFailure(reason: error.reason) }
      if !mayRename { return false }
      try keepDamaged(error)
    }
    return true
  }

  /// Renames a file that cannot be decoded, and reports it.
  ///
  /// The value of the stores is written with the next change and not at once: otherwise two
  /// programs that cannot read each other's versions would replace the file forever.
  private func keepDamaged(_ problem: CodingProblem) throws(FileFailure) {
    let name: String
    do throws(FileFailure) {
      name = try FileSystem.renameDamaged(target)
    } catch {
      throw FileFailure(reason: "\(problem.reason), and it cannot be renamed: \(error.reason)")
    }
    base.withLock { $0?.bytes = nil }
    report(.damaged(key: key.name, file: location.path, reason: problem.reason, keptAs: name))
  }

  /// Runs `body` under the lock of the folder, so that no other process changes the file meanwhile.
  private func locked(_ body: () throws(FileFailure) -> Void) async throws(FileFailure) {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(10)
    let folder = FileSystem.folder(of: target)
    var pause = Duration.milliseconds(1)
    while true {
      // There is no `await` between locking and unlocking, so nothing else happens in this actor.
      // The folder is locked, and not a file made for the lock, so that nothing is left behind.
      let folder = try OpenFile(reading: folder)
      if folder.lock() {
        defer { extendLifetime(folder) }
        return try body()
      }
      if clock.now > end {
        throw FileFailure(
          reason: "another process has locked the folder for more than 10 seconds")
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

  /// Begins to watch the folder, unless it is watched already.
  private func watchFolder(_ entry: SharedEntry<Value>) {
    if watch != nil { return }
    do throws(FileFailure) {
      watch = try FolderWatch(
        FileSystem.folder(of: target), for: FileSystem.name(of: target)
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
    }
  }

  private func changed(_ entry: SharedEntry<Value>, isWatched: Bool) async {
    if !isWatched { watch = nil }
    await readAgain(entry)
  }
}
