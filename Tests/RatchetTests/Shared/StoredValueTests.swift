import RatchetTesting
import TestSupport

@testable import Ratchet

@MainActor @Suite("A store begins with what is stored:")
struct StoredValueTests {
  private let desk: FileDesk

  init() throws {
    desk = try FileDesk()
    try desk.put(#"{"size": 7, "name": "kept"}"#)
  }

  @Test("with the value in a file, without an action")
  func file() async {
    let store = desk.store()
    #expect(store.theme == Theme(size: 7, name: "kept"))
    store.change { $0.theme.size += 1 }
    #expect(desk.storage.value(of: desk.key) == Theme(size: 8, name: "kept"))
    await store.drain(within: .zero)
    #expect(store.state.seen == [])
    #expect(desk.errors.all == [])
  }

  @Test("what no field keeps is read when it is first used")
  func firstUse() {
    withDependencies {
      $0.sharedStorage = desk.storage
    } operation: {
      @SharedReader(desk.key) var theme
      #expect(theme.size == 7)
    }
    #expect(desk.store().shared(desk.key).size == 7)
  }

  @Test("the value of a backend that cannot answer at once arrives, and replaces the initial one")
  func slow() async {
    let locker = Locker(Theme(size: 7, name: "kept"), isSlow: true)
    let store = store(locker)
    store.send(.seat(.look))
    #expect(store.seat.seen == 1)
    locker.open()
    await settled(store) { $0.seen == [7] }
    store.change { $0.theme.size += 1 }
    #expect(desk.storage.value(of: key(in: locker)) == Theme(size: 8, name: "kept"))
    #expect(desk.errors.all == [])
  }

  @Test("what was changed before that is reported, and not saved")
  func changedBefore() async {
    let locker = Locker(Theme(size: 7, name: "kept"), isSlow: true)
    let store = store(locker)
    store.change { $0.theme = Theme(size: 2, name: "mine") }
    locker.open()
    await store.drain(within: .zero)
    await settled(store) { $0.theme == Theme(size: 7, name: "kept") }
    #expect(locker.value == Theme(size: 7, name: "kept"))
    #expect(desk.errors.all == [.lost(key: "theme", file: "locker")])
    #expect(
      desk.errors.all.first?.description == """
        Changes to the shared key "theme" were lost: they were made before it was read from locker, \
        and the stored value has replaced them. To fix this, call 'await key.load()' before \
        you create the store.
        """)
  }

  @Test("so is what a store sets before it has received that value")
  func changedBeforeArrival() async {
    let locker = Locker(Theme(size: 7, name: "kept"), isSlow: true)
    let key = key(in: locker)
    let store = TestStore(initialState: Office.State()) {
      Office(key: key)
    } withDependencies: {
      $0.sharedStorage = desk.storage
    }
    locker.open()
    await key.load(in: desk.storage)
    let change: Office.Action = .change { $0.theme = Theme(size: 2, name: "mine") }
    await store.send(change) { $0.theme = Theme(size: 2, name: "mine") }
    #expect(desk.errors.all == [.lost(key: "theme", file: "locker")])
    await store.receive(case: .themeChanged) {
      $0.theme = Theme(size: 7, name: "kept")
      $0.seen = [7]
    }
  }

  @Test("what was changed before a backend turns out to have nothing is saved")
  func nothingStored() async {
    let locker = Locker<Theme>(isSlow: true)
    let store = store(locker)
    store.change { $0.theme.size = 2 }
    locker.open()
    await store.drain(within: .zero)
    #expect(locker.value == Theme(size: 2))
    #expect(desk.errors.all == [])
  }

  @Test("also one that was drained before, which takes changes from outside, and saves")
  func drained() async throws {
    let store = desk.store()
    await store.drain(within: .zero)
    try desk.write(#"{"size": 9, "name": "theirs"}"#)
    await settled(store) { $0.seen == [9] }
    store.change { $0.theme.size = 10 }
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 10"#) && desk.text.contains("theirs"))
  }

  @Test("with what was loaded into its storage; two storages of a program with a file are reported")
  func loaded() async {
    #expect(await desk.key.load(in: desk.storage).size == 7)
    #expect(desk.store().theme.size == 7)
    let messages = Messages()
    await withDependencies {
      $0.context = .live
      $0.log = messages.sink
      $0.sharedStorage = .files(onError: desk.errors.sink)
    } operation: {
      _ = await desk.key.load()
    }
    #expect(
      messages.texts == [
        """
        Two storages of this program keep the shared key "theme" in \(desk.path).

        Each has its own value, and sees the other's changes only once they are saved. To fix this, \
        use one storage. If a store sets it in 'withDependencies', also pass it to \
        'key.load(in: storage)'.
        """
      ])
  }

  @Test("a storage in memory has nothing to save, so an effect of a test goes on at once")
  func flushed() {
    let storage = SharedStorage()
    storage.change(desk.key) { $0.size = 2 }
    let errors = Locked<[SharedStorageError]?>(nil)
    Task.immediate {
      let found = await storage.flush()
      errors.withLock { $0 = found }
    }
    #expect(errors.withLock { $0 } == [])
  }

  @Test("at its end, a program says what was not saved, but not that what was saved was removed")
  func removed() async throws {
    let (locker, messages) = (Locker<Theme>(), Messages())
    let key = key(in: locker)
    let entry = try #require(desk.storage.acceptedEntry(of: key))
    let reports = {
      withDependencies {
        $0.log = messages.sink
      } operation: {
        entry.reportUnsaved()
      }
      return messages.texts.count
    }
    withDependencies {
      $0.continuousClock = desk.clock
    } operation: {
      desk.storage.change(key) { $0.size = 2 }
    }
    #expect(reports() == 1)
    await desk.storage.flush()
    locker.put(nil)
    // As the storage begins, once it watches, and when the value was removed.
    for await _ in locker.reads.stream.prefix(3) {}
    await key.load(in: desk.storage)
    #expect(reports() == 1)
    await desk.storage.flush()
    #expect(locker.value == Theme(size: 2))
  }

  @Test("what comes back from saving keeps what is not encoded, and takes what is different")
  func echo() {
    let entry = SharedEntry(SharedKey("panel", default: Panel(), in: .backend(Locker<Panel>())))
    entry.take(Panel(sizes: [1, 2], isOpen: true))
    entry.take(Panel(sizes: [1, 2]))
    #expect(entry.current.value == Panel(sizes: [1, 2], isOpen: true))
    entry.take(Panel(sizes: [2, 1]))
    #expect(entry.current.value == Panel(sizes: [2, 1]))
  }

  @Test("a save ends, and is reported, if each time another value is stored than was read")
  func endless() async {
    let key = SharedKey("theme", default: Theme(), in: .backend(Restless()))
    withDependencies {
      $0.continuousClock = desk.clock
    } operation: {
      desk.storage.change(key) { $0.size = 200 }
    }
    let errors = await desk.storage.flush()
    #expect(
      errors.map(\.description) == [
        """
        The shared key "theme" cannot be saved in restless: at each attempt, the stored value differs \
        from the one that was read before. Perhaps the value does not equal itself after it is \
        decoded. The value is kept in memory; the next change tries again.
        """
      ])
  }

  @Test("what a feature keeps in a storage of its own is saved when the store is drained")
  func drainedFeature() async throws {
    let store = Store(initialState: Office.State()) {
      Office(key: desk.key).sharedStorage(desk.storage)
    } withDependencies: {
      $0.sharedStorage = SharedStorage()
      $0.continuousClock = desk.clock
    }
    store.send(.seat(.lamp(5)))
    await store.drain(within: .zero)
    #expect(try desk.text.contains(#""size" : 5"#))
  }

  // MARK: - Fixtures

  private struct Panel: Codable, Equatable {
    enum CodingKeys: CodingKey { case sizes }

    var sizes: [Int] = []
    /// Is not encoded.
    var isOpen = false
  }

  /// Has another value each time.
  private final class Restless: SharedBackend {
    let identity = "restless"
    private let count = Locked(0)

    func read() -> Theme? { nil }

    func save(_ value: Theme, replacing known: Theme?) -> Theme? {
      count.withLock { count in
        count += 1
        return Theme(size: count, name: "\(count)")
      }
    }

    func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  }

  private func key(in locker: Locker<Theme>) -> SharedKey<Theme> {
    SharedKey("theme", default: Theme(), in: .backend(locker), merge: FileDesk.mergedByField)
  }

  private func store(_ locker: Locker<Theme>) -> OfficeStore {
    OfficeStore(key: key(in: locker), storage: desk.storage, clock: desk.clock)
  }
}
