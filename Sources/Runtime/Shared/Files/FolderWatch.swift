import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// Tells when a file has been written or replaced, as long as this exists.
///
/// Watches the folder and not the file, which is another one after each replacement.
///
/// `@unchecked Sendable` is sound: the source is a constant, and Dispatch lets any thread cancel
/// it.
final class FolderWatch: @unchecked Sendable {
  private let source: any DispatchSourceProtocol

  #if os(Linux) || os(Android)
    /// Begins to watch; `changed` is called on any thread, with false when the folder cannot be
    /// watched any more.
    init(
      _ folder: String, for name: String, changed: @escaping @Sendable (_ isWatched: Bool) -> Void
    ) throws(FileError) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      try FileError.check(descriptor)
      // What is renamed to the name, and what was written under it when that is finished.
      let watch = unsafe inotify_add_watch(
        descriptor, folder,
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVE_SELF))
      if watch < 0 {
        let error = FileError(code: errno)
        close(descriptor)
        throw error
      }
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setEventHandler {
        switch FolderWatch.events(in: descriptor, name) {
        case .none: break
        case .changed: changed(true)
        case .ended: changed(false)
        }
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
    }

    private enum Events: Comparable { case none, changed, ended }

    /// Reads what has happened; `descriptor` does not block.
    private static func events(in descriptor: Int32, _ name: String) -> Events {
      var result = Events.none
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return result }
        var rest = buffer[..<count]
        while rest.count >= 16 {
          // An event is a watch, a mask, a cookie and a length, each of four bytes, and the name.
          let mask = word(rest, 4)
          let length = Int(word(rest, 12))
          let bytes = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
          rest = rest.dropFirst(16 + length)
          if mask & (UInt32(IN_IGNORED) | UInt32(IN_MOVE_SELF)) != 0 {
            result = .ended
          } else if mask & UInt32(IN_Q_OVERFLOW) != 0 || bytes.elementsEqual(name.utf8) {
            result = max(result, .changed)
          }
        }
      }
    }

    private static func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
      bytes.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  #else
    /// Begins to watch.
    init(
      _ folder: String, for name: String, changed: @escaping @Sendable (_ isWatched: Bool) -> Void
    ) throws(FileError) {
      let descriptor = unsafe open(folder, O_EVTONLY | O_CLOEXEC)
      try FileError.check(descriptor)
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .delete, .rename])
      self.source = source
      source.setEventHandler { changed(source.data.isDisjoint(with: [.delete, .rename])) }
      source.setCancelHandler { close(descriptor) }
      source.activate()
    }
  #endif

  deinit { source.cancel() }
}
