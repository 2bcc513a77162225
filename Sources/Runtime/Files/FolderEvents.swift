#if os(Linux) || os(Android)
  import Dispatch
  import RatchetDependencies

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Bionic)
    import Bionic
  #endif

  /// Watches folders on Linux and Android, and notifies listeners when a file there has changed.
  ///
  /// All folders share one inotify instance (the system's queue of file events), because a user may
  /// have only 128 instances in all programs together.
  ///
  /// Used by `FolderWatch`. Owns the instance, from the first watch to the end of the process.
  ///
  /// `@unchecked Sendable` is sound: all properties are constants, and Dispatch uses the source
  /// only to read.
  final class FolderEvents: @unchecked Sendable {
    /// The name of a file, and the closure to call when that file may have changed.
    struct Listener: Sendable {
      /// Empty if the watched path is the file itself: its events have no name.
      let name: String
      /// Receives false if the folder must be watched again, perhaps at another path.
      let changed: @Sendable (_ isWatched: Bool) -> Void
    }

    /// Identifies a listener: the number of its folder, and its own number.
    struct ID: Hashable, Sendable {
      /// The number that the system gives to a watched folder.
      let folder: Int32
      let listener: Int
    }

    private struct Listeners: Sendable {
      var all: [ID: Listener] = [:]
      /// How many listeners were ever added; the newest one has this number.
      var count = 0
    }

    private static let instance = Locked<FolderEvents?>(nil)

    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let listeners = Locked(Listeners())

    /// The instance of the process, which the first call makes.
    static func shared() throws(FileFailure) -> FolderEvents {
      try instance.withLock { (instance) throws(FileFailure) in
        if let instance { return instance }
        let new = try FolderEvents()
        instance = new
        return new
      }
    }

    private init() throws(FileFailure) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      try FileFailure.check(descriptor)
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler { [unowned self] in notify() }
      source.activate()
      watchMounts()
    }

    /// Calls all listeners, with false, when a file system is mounted or unmounted: the system
    /// reports no event of a folder for that.
    ///
    /// One thread of the process waits for such changes, because Dispatch has no source for them.
    private func watchMounts() {
      guard let mounts = try? OpenFile(reading: "/proc/self/mountinfo") else { return }
      DispatchQueue(label: "Ratchet.mounts").async { [self] in
        while mounts.waitForUrgentData() {
          for listener in listeners.withLock({ Array($0.all.values) }) { listener.changed(false) }
        }
      }
    }

    /// Adds a listener for a folder, and watches the folder.
    func add(_ listener: Listener, in folder: String) throws(FileFailure) -> ID {
      try listeners.withLock { (listeners) throws(FileFailure) in
        // Asks for four events: a file was written and closed, a file was renamed to a name in the
        // folder, a link was made, or the folder itself was moved. A folder that is watched already
        // keeps its number.
        let number = unsafe inotify_add_watch(
          descriptor, folder,
          UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_MOVE_SELF))
        try FileFailure.check(number)
        listeners.count += 1
        let id = ID(folder: number, listener: listeners.count)
        listeners.all[id] = listener
        return id
      }
    }

    /// Removes a listener; without another listener for its folder, the folder is not watched any
    /// more.
    func remove(_ id: ID) {
      let listener = listeners.withLock { listeners in
        let listener = listeners.all.removeValue(forKey: id)
        let isLast = !listeners.all.keys.contains { $0.folder == id.folder }
        if isLast { inotify_rm_watch(descriptor, id.folder) }
        return listener
      }
      // Released after the lock.
      extendLifetime(listener)
    }

    /// Reads the events that have happened, and calls the listeners that they concern.
    private func notify() {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        let all = listeners.withLock { $0.all }
        for event in Self.events(buffer[..<count]) {
          // False if the system has ended the watch, or the folder was moved.
          let isWatched = event.mask & (UInt32(IN_IGNORED) | UInt32(IN_MOVE_SELF)) == 0
          // The system's queue was full and lost events: a file of any folder may have changed.
          let isOverflow = event.mask & UInt32(IN_Q_OVERFLOW) != 0
          // If the watch is no longer valid, all listeners of the folder are called.
          for (id, listener) in all where isOverflow || id.folder == event.folder {
            if isOverflow || !isWatched || event.name.elementsEqual(listener.name.utf8) {
              listener.changed(isWatched)
            }
          }
        }
      }
    }

    private struct Event {
      let folder: Int32
      let mask: UInt32
      let name: ArraySlice<UInt8>
    }

    /// Decodes events: each has a folder, a mask, a cookie and a length, of four bytes each, and
    /// then the name of the file.
    private static func events(_ bytes: ArraySlice<UInt8>) -> [Event] {
      var rest = bytes
      var result: [Event] = []
      while rest.count >= 16 {
        let name = rest.dropFirst(16).prefix(Int(word(rest, 12)))
        result.append(
          Event(
            folder: Int32(bitPattern: word(rest, 0)), mask: word(rest, 4),
            name: name.prefix { $0 != 0 }))
        rest = rest[name.endIndex...]
      }
      return result
    }

    /// The number in the four bytes at an offset, of which the first is the lowest.
    private static func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
      bytes.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
#endif
