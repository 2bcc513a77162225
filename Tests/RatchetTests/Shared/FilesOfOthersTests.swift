import Foundation
import RatchetTesting
import TestSupport

@MainActor @Suite("A shared key in a file leaves alone")
struct FilesOfOthersTests {
  private let desk: FileDesk

  init() throws {
    desk = try FileDesk()
  }

  @Test("a file beside it, whatever its name", arguments: ["theme.json.new", "theme.json.tmp"])
  func fileBeside(_ name: String) async throws {
    try desk.folder.write("mine", to: name)
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(try desk.folder.text(of: name) == "mine")
    #expect(try desk.names == ["theme.json", name])
  }

  @Test("a file of a newer version, and saves nothing to it as long as it is there")
  func newerVersion() async throws {
    try desk.folder.write(Self.newer, to: "theme.json")
    await desk.load(desk.key)
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    #expect(
      desk.errors.all == [
        .notRead(key: "theme", file: desk.path, reason: Self.reason),
        .notSaved(key: "theme", file: desk.path, reason: Self.reason),
      ])
    #expect(store.theme.size == 3)
    #expect(try desk.text == Self.newer)
    #expect(try desk.names == ["theme.json"])
    try FileManager.default.removeItem(atPath: desk.path)
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 3"#))
  }

  @Test("a file of a newer version that another program writes while nothing is to be saved")
  func laterVersion() async throws {
    let store = desk.store()
    store.send(.seat(.lamp(3)))
    await store.drain(within: .zero)
    try Data(Self.newer.utf8).write(to: URL(filePath: desk.path), options: .atomic)
    #expect(await desk.storage.flush() == [])
    #expect(try desk.text == Self.newer)
    #expect(try desk.names == ["theme.json"])
  }

  @Test("a file of a newer version, and reports it once however often it is written")
  func reportedOnce() async throws {
    try desk.write(Self.newer)
    await desk.load(desk.key)
    let store = desk.store()
    for _ in 1...3 { try desk.write(Self.newer) }
    try desk.write(#"{"size": 5, "name": "plain"}"#)
    await settled(store) { $0.theme.size == 5 }
    #expect(
      desk.errors.all == [.notRead(key: "theme", file: desk.path, reason: Self.reason)])
  }

  @Test("a file of a newer version says which one, which ones it knows, and what to do")
  func message() {
    let error = SharedStorageError.notRead(key: "theme", file: "a.json", reason: Self.reason)
    #expect(
      error.description == """
        The shared key "theme" cannot be read from a.json: it has version 3, and this program \
        reads versions up to 1; the file is left alone until you use a newer program or move it \
        away. The value is kept in memory; the next change tries again.
        """)
  }

  @Test(
    "the file of another key, which is refused",
    arguments: ["theme.json", "sub/../theme.json", "link/theme.json", "link.json"])
  func fileOfAnotherKey(_ spelling: String) async throws {
    unsafe mkdir(desk.folder.path("sub"), 0o700)
    unsafe symlink(".", desk.folder.path("link"))
    unsafe symlink("theme.json", desk.folder.path("link.json"))
    let other = SharedKey("other", default: 0, in: .file(desk.folder.path(spelling)))
    let messages = Messages()
    await withDependencies {
      $0.log = messages.sink
      $0.continuousClock = desk.clock
    } operation: {
      desk.storage.change(desk.key) { $0.size = 3 }
      await desk.storage.flush()
      desk.storage.change(other) { $0 = 7 }
      await desk.storage.flush()
    }
    #expect(messages.texts.count == 1)
    let text = try #require(messages.texts.first)
    #expect(text.hasPrefix(#"The shared keys "theme" and "other" have the same file: "#))
    #expect(text.contains("\(spelling)\n"))
    #expect(desk.errors.all == [])
    #expect(try desk.text.contains(#""size" : 3"#))
    #expect(try desk.names == ["link", "link.json", "sub", "theme.json"])
  }

  @Test("what an editor puts in the place of the file after it was read, right before it is saved")
  func replacedWhileSaving() async throws {
    try desk.put(#"["a"]"#)
    let key = SharedKey("notes", default: Notes(), in: .file(desk.path)) { _, mine, theirs in
      Notes(texts: mine.texts + theirs.texts)
    }
    await desk.load(key)
    // What was encoded before the folder was locked is then out of date, and encoded again.
    let (storage, file) = (desk.storage, URL(filePath: desk.path))
    Notes.whenEncoded.withLock {
      $0 = [
        { storage.change(key) { $0.texts = ["mine too"] } },
        { try? Data(#"["theirs"]"#.utf8).write(to: file, options: .atomic) },
      ]
    }
    await withDependencies {
      $0.continuousClock = desk.clock
    } operation: {
      storage.change(key) { $0.texts = ["mine"] }
      #expect(await storage.flush() == [])
    }
    #expect(try desk.text.contains("theirs") && desk.text.contains("mine too"))
    #expect(try desk.names == ["theme.json"])
  }

  // MARK: - Fixtures

  /// Does what the test wants each time that it is encoded.
  private struct Notes: Codable, Equatable {
    static let whenEncoded = Locked<[@Sendable () -> Void]>([])
    var texts: [String] = []

    init(texts: [String] = []) { self.texts = texts }

    init(from decoder: any Decoder) throws { texts = try [String](from: decoder) }

    func encode(to encoder: any Encoder) throws {
      Self.whenEncoded.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
      try texts.encode(to: encoder)
    }
  }

  private static let newer = #"{"version": 3, "value": {}}"#
  private static let reason = """
    it has version 3, and this program reads versions up to 1; the file is left alone until you \
    use a newer program or move it away
    """
}
