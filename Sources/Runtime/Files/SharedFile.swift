import RatchetDependencies
import Synchronization

/// The file to which the path of one shared key leads: follows links, watches for changes by other
/// programs, waits for programs that are writing the file, and locks its folder.
///
/// Used by `FileBackend`, whose closures read and write the file. Owns the watches. It is an actor:
/// no store waits for a file, and only one closure runs at a time.
actor SharedFile {
  /// Reads or writes the file at a path; returns false if another program may be writing it.
  typealias Access = @Sendable (_ path: String) throws(FileFailure) -> Bool

  /// The name of the key.
  let key: String
  /// The path as the program wrote it, for messages.
  let name: String
  let report: @Sendable (SharedStorageError) -> Void
  /// The path, made absolute with the directory that was the current one at the first use.
  private let path: String
  /// Assigns each file to one key of the storage.
  private let claims: SharedClaims
  /// Where the path led when it was last resolved.
  private var place: FileSystem.Place
  /// The watches of the existing folders and links on the way, and of the file's folder; empty if
  /// the path must be watched again.
  private var watches: [FolderWatch] = []
  /// Watches the file itself: a file that is mounted on its own is never replaced, and its folder
  /// does not report that it was written.
  private var ownWatch: FolderWatch?
  /// Whether a folder that cannot be watched was reported.
  private var hasReportedWatch = false
  /// Whether a task is about to start reading after a change: it also reads all later changes that
  /// are made until it starts.
  private nonisolated let isReadPlanned = Atomic(false)
  /// Whether such a task is reading.
  private var isReadingChange = false
  /// Whether a change was made that the reading task must still read.
  private var hasUnreadChange = false
  /// Whether the last save did not get the lock in time: the next save does not wait as long.
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

  /// Runs `body`, which reads the file, again and again until no process is writing the file; from
  /// then on, calls `changed` when another program may have changed the file.
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
  /// returns its result, or false if the path has come to lead to another file.
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

  /// Watches the file to which the path leads, and each folder and link on the way that exists.
  ///
  /// Resolves the path again after that, until it still leads to the watched file: a folder or a
  /// link may have changed before it was watched.
  private func follow(_ changed: @escaping @Sendable () async -> Void) throws(FileFailure) {
    var hasWatched = false
    while true {
      let new = try FileSystem.resolved(path)
      // Done if the watches were just made, or if each step has a valid one from an earlier call.
      if new == place, hasWatched || watches.count == new.steps.count { return }
      if let other = claims.claim(new.file, for: key) {
        throw FileFailure(reason: #"it is the file of the shared key "\#(other)""#)
      }
      place = new
      watch(changed)
      hasWatched = true
    }
  }

  /// Watches each step of the path, the outermost folder first, so no change is missed: the folder
  /// around a missing one reports when that is made.
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
    // The empty name stands for the file itself.
    ownWatch = try? FolderWatch(place.file, for: "") { [weak self] isWatched in
      // If the file was replaced, its folder reports that.
      if isWatched { self?.planRead(areWatchesValid: true, changed) }
    }
    // `reason` is `nil` if the innermost folder that exists is watched. The folders around it may
    // be impossible to watch, and are hardly ever replaced.
    guard let reason, !hasReportedWatch else { return }
    hasReportedWatch = true
    report(.notWatched(key: key, file: name, reason: reason))
  }

  /// Watches one step of the path, a folder, a link, or the file, in the folder around it.
  private func watch(
    _ step: String, _ changed: @escaping @Sendable () async -> Void
  ) throws(FileFailure) -> FolderWatch {
    let isFile = step == place.file
    return try FolderWatch(
      FileSystem.folder(of: step), for: FileSystem.name(of: step)
    ) { [weak self] isWatched in
      // If a folder or a link was replaced, everything inside it must be watched again.
      self?.planRead(areWatchesValid: isWatched && isFile, changed)
    }
  }

  /// Starts a task that reads the file after a change, unless one is about to start.
  ///
  /// If the watches are no longer valid, because a folder or link on the way may have been
  /// replaced, the path is watched again when the file is read. This always starts a task: one that
  /// is about to start may not know about the watches.
  private nonisolated func planRead(
    areWatchesValid: Bool, _ changed: @escaping @Sendable () async -> Void
  ) {
    let isPlanned = isReadPlanned.exchange(true, ordering: .relaxed)
    if isPlanned, areWatchesValid { return }
    Task { await readChange(areWatchesValid: areWatchesValid, changed) }
  }

  /// Calls `changed`, and again if another change is made meanwhile; if another call is doing that,
  /// leaves it to that call.
  private func readChange(areWatchesValid: Bool, _ changed: () async -> Void) async {
    isReadPlanned.store(false, ordering: .relaxed)
    if !areWatchesValid { watches = [] }
    hasUnreadChange = true
    if exchange(&isReadingChange, with: true) { return }
    while exchange(&hasUnreadChange, with: false) { await changed() }
    isReadingChange = false
  }
}
