import Dispatch
import RatchetDependencies

#if canImport(Darwin)
  import Darwin
#endif

/// Calls a closure when a file has been written or replaced, until this object is released.
///
/// Used by `SharedFile` to see changes by other programs. A watch is set on the folder of the file,
/// because each replacement puts another file under the same name. If the name is empty, the watch
/// is set on the file itself, whose path is then given instead of the folder's.
///
/// `@unchecked Sendable` is sound: all properties are constants, and Dispatch lets any thread
/// cancel a source.
final class FolderWatch: @unchecked Sendable {
  #if os(Linux) || os(Android)
    private let events: FolderEvents
    private let id: FolderEvents.ID

    /// Begins to watch; `changed` is called on any thread.
    ///
    /// It receives false if this watch is no longer valid: the folder was moved or removed, or a
    /// file system was mounted or unmounted.
    init(
      _ folder: String, for name: String, changed: @escaping @Sendable (_ isWatched: Bool) -> Void
    ) throws(FileFailure) {
      events = try .shared()
      id = try events.add(FolderEvents.Listener(name: name, changed: changed), in: folder)
    }

    deinit { events.remove(id) }
  #else
    private let source: any DispatchSourceProtocol

    /// Begins to watch; `changed` is called on any thread.
    ///
    /// It receives false if this watch is no longer valid: the folder was removed or renamed. The
    /// name is not needed: each change in the folder is reported.
    init(
      _ folder: String, for name: String, changed: @escaping @Sendable (_ isWatched: Bool) -> Void
    ) throws(FileFailure) {
      let descriptor = unsafe open(folder, O_EVTONLY | O_CLOEXEC)
      try FileFailure.check(descriptor)
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .delete, .rename])
      self.source = source
      source.setEventHandler { changed(source.data.isDisjoint(with: [.delete, .rename])) }
      source.setCancelHandler { close(descriptor) }
      source.activate()
    }

    deinit { source.cancel() }
  #endif
}
