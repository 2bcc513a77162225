import RatchetDependencies
import Synchronization

/// Where the path of one shared key leads: follows links, watches for changes that other programs
/// make, waits for those that are writing the file, and locks its folder.
///
/// Used by `FileBackend`, which reads and writes the file with the closures that it passes. Owns
/// the watches. It is an actor, so that no store waits for a file, and only one closure runs at a
/// time.
actor SharedFile {
  /// Reads or writes the file at a path; returns false if another program may be writing it.
  typealias Access = @Sendable (_ path: String) throws(FileFailure) -> Bool

  /// The name of the key.
  let key: String
  /// The path as the program wrote it, for messages.
  let name: String
  let report: @Sendable (SharedStorageError) -> Void
  /// The path; a relative one begins at the directory that was the current one at the first use.
  private let path: String
  private let claims: SharedClaims
  /// Where the path led when it was last resolved.
  private var place: FileSystem.Place
  /// One for each folder and link on the way that exists, and for the file.
  private var watches: [FolderWatch] = []
  /// Watches the file that was found there: one that is mounted itself is never replaced, and its
  /// folder does not report that it was written.
  private var ownWatch: FolderWatch?
  private var hasReportedWatch = false
  /// Whether a task is about to read what another program may have changed: it reads any number of
  /// changes until then.
  private nonisolated let isChangeNoted = Atomic(false)
  /// Whether such a task is reading, and whether it must read once more.
  private var isReadingChange = false
  private var hasOtherChange = false
  /// Whether the last save has waited in vain for the lock: the next one does not wait as long.
  private var isLockedOut = false

  /// How long to wait for another program that writes the file, or has locked its folder.
  private static var longestWait: Duration { .seconds(10) }

  init(
    _ name: String, of key: String, _ claims: SharedClaims,
    _ report: @escaping @Sendable (SharedStorageError) -> Void
  ) {
    self.key = key
    self.name = name
    self.claims = claims
    self.report = report
    path = FileSystem.absolute(name)
    place = FileSystem.Place(file: path, steps: [path])
  }

  /// Makes the folder of the file, if it is missing.
  func makeFolder() {
    FileSystem.makeFolder(FileSystem.folder(of: place.file))
  }

  /// Runs `body` until no process is writing the file; from then on, calls `changed` when another
  /// program may have changed the file.
  func read(
    _ body: Access, onChange changed: @escaping @Sendable () async -> Void
  ) async throws(FileFailure) {
    let clock = ContinuousClock()
    let end = clock.now + Self.longestWait
    while true {
      try follow(changed)
      if try body(place.file) { return }
      if clock.now > end { throw FileFailure(reason: "another program keeps writing it") }
      await pause(for: .milliseconds(50))
    }
  }

  /// Runs `body` under the lock of the folder, which keeps other processes from changing the file;
  /// returns its result, or false if the path leads elsewhere by now.
  func locked(_ body: Access) async throws(FileFailure) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let limit = isLockedOut ? .milliseconds(100) : Self.longestWait
    var (pause, isReported) = (Duration.milliseconds(1), false)
    isLockedOut = false
    while true {
      // There is no `await` between locking and unlocking, so nothing else happens in this actor.
      // The folder is locked, and not a file made for the lock, which would be left behind.
      let folder = try OpenFile(reading: FileSystem.folder(of: place.file))
      if folder.lock() {
        defer { extendLifetime(folder) }
        let isCurrent = try FileSystem.resolved(path) == place
        return isCurrent ? try body(place.file) : false
      }
      let time = clock.now - start
      isLockedOut = time > limit
      if isLockedOut {
        throw FileFailure(
          reason: "another process has locked the folder for more than 10 seconds")
      }
      if time > .seconds(1), !isReported {
        isReported = true
        report(.waiting(key: key, file: name))
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

  /// Watches the place to which the path leads, and each folder and link on the way that exists.
  ///
  /// Repeats until the path leads to the watched place: a step may change before it is watched.
  private func follow(_ changed: @escaping @Sendable () async -> Void) throws(FileFailure) {
    var hasWatched = false
    while true {
      let new = try FileSystem.resolved(path)
      // Done if the watches were just made, or are still valid from an earlier call.
      if new == place, hasWatched || watches.count == new.steps.count { return }
      if let other = claims.claim(new.file, for: key) {
        throw FileFailure(reason: #"it is the file of the shared key "\#(other)""#)
      }
      place = new
      watch(changed)
      hasWatched = true
    }
  }

  /// Watches the outermost folder first, so that no change is missed: when a missing folder is
  /// made, the watch of the folder around it reports that.
  private func watch(_ changed: @escaping @Sendable () async -> Void) {
    var (new, reason): ([FolderWatch], String?) = ([], nil)
    for step in place.steps {
      do throws(FileFailure) {
        new.append(try watch(step, changed))
        reason = nil
      } catch {
        if !error.isMissing { reason = error.reason }
      }
    }
    watches = new
    // Without a name, the file itself is watched.
    ownWatch = try? FolderWatch(place.file, for: "") { [weak self] isWatched in
      // If it was replaced, its folder reports that.
      if isWatched { self?.noteChange(areWatchesValid: true, changed) }
    }
    // It may be impossible for folders farther outside, which are hardly ever replaced.
    guard let reason, !hasReportedWatch else { return }
    hasReportedWatch = true
    report(.notWatched(key: key, file: name, reason: reason))
  }

  private func watch(
    _ step: String, _ changed: @escaping @Sendable () async -> Void
  ) throws(FileFailure) -> FolderWatch {
    let isFile = step == place.file
    return try FolderWatch(
      FileSystem.folder(of: step), for: FileSystem.name(of: step)
    ) { [weak self] isWatched in
      // All that is inside another folder must be watched again.
      self?.noteChange(areWatchesValid: isWatched && isFile, changed)
    }
  }

  /// Starts a task that reads the change, unless one is about to.
  ///
  /// If watches are no longer valid, because a folder or link on the way may have been replaced,
  /// the path is watched again when the file is read.
  private nonisolated func noteChange(
    areWatchesValid: Bool, _ changed: @escaping @Sendable () async -> Void
  ) {
    let isNoted = isChangeNoted.exchange(true, ordering: .relaxed)
    if isNoted, areWatchesValid { return }
    Task { await readChange(areWatchesValid: areWatchesValid, changed) }
  }

  /// Calls `changed`, and again if another change is noted meanwhile.
  private func readChange(areWatchesValid: Bool, _ changed: () async -> Void) async {
    isChangeNoted.store(false, ordering: .relaxed)
    if !areWatchesValid { watches = [] }
    hasOtherChange = true
    if exchange(&isReadingChange, with: true) { return }
    while exchange(&hasOtherChange, with: false) { await changed() }
    isReadingChange = false
  }
}
