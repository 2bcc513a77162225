import RatchetDependencies

/// The file of a shared key.
///
/// Three values are compared each time: what the file had when it was last read or written (the
/// base), what it has now, and what the stores have. So a change on either side is seen, and of two
/// changes the key's merge makes one. An actor, so that no store waits for a file.
actor SharedFile<Value: Equatable & Sendable> {
  private let key: SharedKey<Value>
  /// With the path in the words of the program, for messages.
  private let location: SharedLocation<Value>.File
  /// The file itself.
  private let target: String
  private let report: @Sendable (SharedStorageError) -> Void
  /// What the file had when it was last read or written.
  ///
  /// Changed by the actor only. Locked, because the end of the process cannot wait for an actor.
  private let base = Locked<Base?>(nil)
  /// The first reading, for which everybody waits who loads the key.
  private var loading: Task<Void, Never>?
  private var watch: FolderWatch?
  private var hasReportedWatch = false
  /// Why the file could not be read last time: one reason is reported once.
  private var unreadReason: String?
  private let timer = Locked<Timer?>(nil)
  private let hasStarted = Locked(false)

  private struct Base: Sendable {
    let value: Value
    /// `nil` if the file has been removed or renamed since: then it is to be saved again.
    var bytes: [UInt8]?
  }

  /// How long nothing may have changed before a value is saved.
  private static var quietTime: Duration { .milliseconds(500) }
  /// After which time a value is saved that changes again and again.
  private static var maxDelay: Duration { .seconds(5) }

  /// What is to be saved soon.
  private struct Timer {
    let task: Task<Void, Never>
    /// When the first change was made that is not saved, by the clock of the task.
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

  /// Reads the file soon, unless that was done.
  nonisolated func start(_ entry: SharedEntry<Value>) {
    let isFirst = hasStarted.withLock { hasStarted in
      defer { hasStarted = true }
      return !hasStarted
    }
    if isFirst { Task { await load(entry) } }
  }

  /// Saves when nothing has changed for a time.
  nonisolated func saveSoon<C: Clock<Duration>>(_ entry: SharedEntry<Value>, on clock: C) {
    let now = clock.now
    let start = timer.withLock { $0?.start } as? C.Instant ?? now
    let time = min(Self.quietTime, Self.maxDelay - start.duration(to: now))
    // Started at once, so that the time begins now.
    let task = Task.immediate {
      guard (try? await clock.sleep(for: time)) != nil else { return }
      if !Task.isCancelled { _ = await flush(entry) }
    }
    let old = timer.withLock { exchange(&$0, with: Timer(task: task, start: start)) }
    old?.task.cancel()
  }

  /// Starts to save what is to be saved soon.
  nonisolated func startSaving(_ entry: SharedEntry<Value>) {
    let pending = timer.withLock { $0.take() }
    guard let pending else { return }
    pending.task.cancel()
    Task { _ = await save(entry) }
  }

  /// Saves now; returns why that failed.
  nonisolated func flush(_ entry: SharedEntry<Value>) async -> SharedStorageError? {
    timer.withLock { $0.take() }?.task.cancel()
    return await save(entry)
  }

  // MARK: - What

  func load(_ entry: SharedEntry<Value>) async {
    let loading = loading ?? Task { await readAgain(entry) }
    self.loading = loading
    await loading.value
  }

  /// Takes what has changed in the file.
  private func readAgain(_ entry: SharedEntry<Value>) async {
    watchFolder(entry)
    do throws(FileFailure) {
      if try await !isReadable(entry) {
        // To rename a damaged file takes the lock.
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

  private func save(_ entry: SharedEntry<Value>) async -> SharedStorageError? {
    if base.withLock({ $0 == nil }), !isUnsaved(entry) { return nil }
    // If that fails, so does what follows, with the reason.
    if location.makesFolder { FileSystem.makeFolder(FileSystem.folder(of: target)) }
    watchFolder(entry)
    do throws(FileFailure) {
      // Also if nothing has changed: the file may have been removed or damaged.
      if try await isReadable(entry), !isUnsaved(entry) { return nil }
      try await locked { () throws(FileFailure) in
        _ = try read(entry, mayRename: true)
        try write(entry)
      }
      return nil
    } catch {
      // A file that cannot be read, or must not be, while there is nothing to save.
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
    guard let base = base.withLock({ $0 }) else { return entry.hasEarlyChanges }
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

  /// Returns the old base, so that it is released without the lock.
  @discardableResult
  private func set(_ new: Base) -> Base? {
    base.withLock { exchange(&$0, with: new) }
  }

  /// Takes what the file has; false if that cannot be decoded, and not a moment later either, when
  /// a program that writes it in place may have come to the end.
  private func isReadable(_ entry: SharedEntry<Value>) async throws(FileFailure) -> Bool {
    if try read(entry, mayRename: false) { return true }
    await pause(for: .milliseconds(50))
    return try read(entry, mayRename: false)
  }

  /// Takes what the file has; false if that cannot be decoded, or is nothing, as in an editor's
  /// file that it is about to write.
  private func read(_ entry: SharedEntry<Value>, mayRename: Bool) throws(FileFailure) -> Bool {
    guard let bytes = try FileSystem.contents(of: target) else {
      base.withLock { $0?.bytes = nil }
      return true
    }
    if bytes == base.withLock({ $0?.bytes }) { return true }
    if bytes.isEmpty {
      base.withLock { $0?.bytes = nil }
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

  /// Gives a file that cannot be decoded another name.
  ///
  /// The value of the stores is not written at once, but with the next change: two programs that
  /// cannot read each other's versions would never come to an end.
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

  /// Does something while no other process changes the file.
  private func locked(_ body: () throws(FileFailure) -> Void) async throws(FileFailure) {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(10)
    let folder = FileSystem.folder(of: target)
    var pause = Duration.milliseconds(1)
    while true {
      // Nothing else happens in this actor between the two.
      // Of the folder and not of a file beside the one that is changed: so nothing is left behind.
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

  /// Waits, also in a task that was cancelled: that must not press another program.
  private func pause(for duration: Duration) async {
    await Task { try? await ContinuousClock().sleep(for: duration) }.value
  }

  /// Begins to watch, unless that was done.
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
      // Without a folder there is no file, and saving it reports that.
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
