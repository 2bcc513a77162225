import Foundation
import RatchetTesting
import TestSupport

/// A folder with the file of a key, and a store with a storage of its own, as a process has it.
@MainActor struct FileDesk {
  let folder: Folder
  let key: SharedKey<Theme>
  let storage: SharedStorage
  let errors = Errors()
  let clock = TestClock()

  init(name: String = "theme.json") throws {
    folder = try Folder()
    key = SharedKey(
      "theme", default: Theme(), in: .file(folder.path(name)), merge: Self.mergedByField)
    storage = .files(onError: errors.sink)
  }

  var path: String { folder.path("theme.json") }

  var names: [String] { get throws { try folder.names } }

  var text: String { get throws { try folder.text(of: "theme.json") } }

  func write(_ text: String) throws {
    // In place, as an editor may do it.
    let file = path
    if !FileManager.default.fileExists(atPath: file) {
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    } else {
      try folder.write(text, to: "theme.json")
    }
  }

  /// Puts a file in place that nobody has written to for long.
  func put(_ text: String, as name: String = "theme.json") throws {
    try folder.write(text, to: "other")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: folder.path("other"))
    unsafe rename(folder.path("other"), folder.path(name))
  }

  func store(_ state: Office.State = .init()) -> OfficeStore {
    OfficeStore(state, key: key, storage: storage, clock: clock)
  }

  /// Reads the file of a key into the storage.
  @discardableResult
  func load<Value>(_ key: SharedKey<Value>) async -> Value {
    await withDependencies {
      $0.sharedStorage = storage
    } operation: {
      await key.load()
    }
  }

  /// A store with another storage, which knows nothing of the first one.
  func anotherProcess() -> OfficeStore {
    OfficeStore(key: key, storage: .files(onError: errors.sink), clock: clock)
  }

  static let mergedByField: SharedKey<Theme>.Merge = { base, mine, theirs in
    Theme(
      size: mine.size == base.size ? theirs.size : mine.size,
      name: mine.name == base.name ? theirs.name : mine.name)
  }

  /// Collects what goes wrong with files.
  final class Errors: Sendable {
    private let collected = Locked<[SharedStorageError]>([])

    var all: [SharedStorageError] { collected.withLock { $0 } }

    var sink: @Sendable (SharedStorageError) -> Void {
      { [collected] error in collected.withLock { $0.append(error) } }
    }
  }
}
