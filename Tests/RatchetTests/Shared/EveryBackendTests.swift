import RatchetTesting
import TestSupport

@testable import RatchetRecording

@MainActor @Suite("A shared key, wherever it is kept,")
struct EveryBackendTests {
  enum Place: CaseIterable { case memory, file, locker, slow, failing }

  private let folder: Folder
  private let errors = FileDesk.Errors()

  init() throws {
    folder = try Folder()
    try folder.write("5", to: "count.json")
  }

  @Test("is what a store begins with, changes, and hears of", arguments: Place.allCases)
  func store(in place: Place) async throws {
    let (key, storage) = try await prepared(place)
    let store = store(key, storage)
    let start = place == .failing ? 0 : 5
    #expect(store.count == start)
    store.send(.add(2))
    #expect(storage.value(of: key) == start + 2)
    add(10, to: key, in: storage)
    await settled(store) { $0 == Meter.State(count: start + 12, arrivals: 1) }
    let saved = await storage.flush()
    #expect(saved.count == (place == .failing ? 1 : 0))
    #expect(errors.all.count == (place == .failing ? 2 : 0))
    #expect(store.shared(key) == start + 12)
  }

  @Test("is in memory in a test, whose storage begins empty", arguments: Place.allCases)
  func testStore(in place: Place) async throws {
    let key = try key(in: place)
    let store = TestStore(initialState: Meter.State()) { Meter(key: key) }
    await store.send(.add(2)) { $0.count = 2 }
    store.dependencies.sharedStorage.change(key) { $0 += 10 }
    await store.receive(.changed) {
      $0.count = 12
      $0.arrivals = 1
    }
    #expect(await store.dependencies.sharedStorage.flush() == [])
    #expect(await key.load() == 12)
    #expect(errors.all == [])
  }

  @Test("leads a replay to the same states", arguments: Place.allCases)
  func replay(in place: Place) async throws {
    let (key, storage) = try await prepared(place)
    let file = try RecordedFile()
    let recorder = try ActionRecorder(
      to: file.url, of: Meter.self, program: "meter", version: "1")
    let store = store(key, storage, observers: [recorder])
    store.send(.add(2))
    add(10, to: key, in: storage)
    await settled(store) { $0.arrivals == 1 }
    store.send(.add(1))
    try await recorder.close()
    #expect(try file.recording.replay(Meter(key: key)) == .same(steps: 3))
  }

  @Test("is in memory in a simulation, which begins anew each time", arguments: Place.allCases)
  func simulation(in place: Place) async throws {
    let key = try key(in: place)
    let report = await simulate(Meter(key: key), from: Meter.State(), runs: 5) { world in
      world.send { _, draw in .add(draw.int(in: 1...2)) }
      world.always("is small") { $0.count <= 100 }
    }
    #expect(report.runs == 5)
    #expect(errors.all == [])
  }

  // MARK: - Fixtures

  private func key(in place: Place) throws -> SharedKey<Int> {
    let location: SharedLocation<Int> =
      switch place {
      case .memory: .memory
      case .file: .file(folder.path("count.json"))
      case .locker: .backend(Locker(5))
      case .slow, .failing:
        .backend(
          {
            let locker = Locker(5, isSlow: true)
            locker.isClosed.withLock { $0 = place == .failing }
            locker.open()
            return locker
          }())
      }
    return SharedKey("count", default: 0, in: location)
  }

  /// A key and a storage as a program has them, in which the value is loaded.
  private func prepared(_ place: Place) async throws -> (SharedKey<Int>, SharedStorage) {
    let (key, storage) = (try key(in: place), SharedStorage.files(onError: errors.sink))
    if place == .memory { add(5, to: key, in: storage) }
    await key.load(in: storage)
    return (key, storage)
  }

  private func add(_ number: Int, to key: SharedKey<Int>, in storage: SharedStorage) {
    withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      storage.change(key) { $0 += number }
    }
  }

  private func store(
    _ key: SharedKey<Int>, _ storage: SharedStorage,
    observers: [any StoreObserver<Meter.State, Meter.Action>] = []
  ) -> StoreOf<Meter> {
    Store(initialState: Meter.State(), observers: observers) {
      Meter(key: key)
    } withDependencies: {
      $0.sharedStorage = storage
      $0.continuousClock = TestClock()
    }
  }
}

/// A feature that keeps a number.
private struct Meter: Reducer {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var arrivals = 0
  }

  enum Action: Codable, Equatable, Sendable { case add(Int), changed }

  let key: SharedKey<Int>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number
      case .changed: state.arrivals += 1
      }
      return .none
    }
    .kept(\.count, in: key, changed: .changed)
  }
}
