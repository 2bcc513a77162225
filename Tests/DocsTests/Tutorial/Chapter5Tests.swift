import Foundation
import RatchetTesting
import Synchronization

// The code of `Docs/Ratchet.docc/TutorialFile.md`.

@Suite("Chapter 5 of the tutorial")
struct Chapter5Tests {
  typealias Counter = Chapter4Tests.Counter
  typealias Counters = Chapter4Tests.Counters

  struct FileClient: DependencyKey {
    var load: @Sendable () async throws -> Data
    var save: @Sendable (Data) async throws -> Void

    static let liveValue = {
      let url = URL(filePath: "counters.json")
      return FileClient(
        load: { try Data(contentsOf: url) },
        save: { try $0.write(to: url, options: .atomic) })
    }()

    static let testValue = FileClient(
      load: unimplemented("FileClient.load"), save: unimplemented("FileClient.save"))
  }

  struct SavedCounter: Codable, Equatable {
    var id: Int
    var count: Int
    var note: String
  }

  struct SavedCounters: Reducer {
    typealias State = Counters.State

    enum Action: Equatable {
      case opened
      case loaded([SavedCounter])
      case counters(Counters.Action)
    }

    enum CancelID { case save }

    @Dependency(FileClient.self) var file

    var body: some ReducerOf<Self> {
      CombineReducers {
        Scope(state: \.self, action: Action.counters) { Counters() }
        Reduce { state, action in
          switch action {
          case .opened: return load()
          case .loaded(let saved): state.saved = saved
          case .counters: break
          }
          return .none
        }
      }
      .onChange(of: \.saved) { _, saved in
        Reduce { _, _ in save(saved) }
      }
    }

    private func load() -> Effect<Action> {
      .run(name: "load") { send in
        let data = try await file.load()
        await send(.loaded(try JSONDecoder().decode([SavedCounter].self, from: data)))
      } catch: { _, _ in
        // There is no file yet.
      }
    }

    private func save(_ counters: [SavedCounter]) -> Effect<Action> {
      .run(name: "save") { _ in
        try await file.save(try JSONEncoder().encode(counters))
      }
      .debounce(id: CancelID.save, for: .seconds(1))
    }
  }

  @Test("shows a program that has one counter more at each run")
  @MainActor func program() async {
    let file = Mutex(Data())
    for run in 1...2 {
      await withDependencies {
        $0.continuousClock = ImmediateClock()
        $0[FileClient.self].load = { file.withLock { $0 } }
        $0[FileClient.self].save = { data in file.withLock { $0 = data } }
      } operation: {
        let store = Store(initialState: Counters.State()) { SavedCounters() }
        await store.send(.opened).finish()
        store.send(.counters(.addTapped))
        store.send(.counters(.row(id: store.rows.count, action: .incrementTapped)))
        await store.finish()
        print(store.rows.map(\.count))  // one more at each run
        #expect(store.rows.map(\.count) == Array(repeating: 1, count: run))
      }
    }
  }

  @Test @MainActor func tenTapsWriteOneFile() async throws {
    let written = Mutex<[Data]>([])
    let store = TestStore(initialState: Counters.State(rows: [Counter.State(id: 1)])) {
      SavedCounters()
    } withDependencies: {
      $0[FileClient.self].save = { data in written.withLock { $0.append(data) } }
    }
    for count in 1...10 {
      await store.send(.counters(.row(id: 1, action: .incrementTapped))) {
        $0.rows[id: 1]?.count = count
      }
      await store.advance(by: .milliseconds(500))
    }
    #expect(written.withLock { $0.isEmpty })
    await store.advance(by: .milliseconds(500))
    await store.finish()
    let files = try written.withLock { $0 }.map {
      try JSONDecoder().decode([SavedCounter].self, from: $0)
    }
    #expect(files == [[SavedCounter(id: 1, count: 10, note: "")]])
  }

  @Test @MainActor func fileIsRead() async {
    let store = TestStore(initialState: Counters.State()) {
      SavedCounters()
    } withDependencies: {
      $0[FileClient.self].load = { Data(#"[{"id": 7, "count": 3, "note": "pears"}]"#.utf8) }
      $0[FileClient.self].save = { _ in }
    }
    await store.send(.opened)
    await store.receive(.loaded([SavedCounter(id: 7, count: 3, note: "pears")])) {
      $0.rows = [Counter.State(id: 7, count: 3, note: "pears")]
    }
    await store.advance(by: .seconds(1))
    await store.finish()
  }
}

typealias Counters = Chapter4Tests.Counters
typealias Counter = Chapter4Tests.Counter
typealias SavedCounter = Chapter5Tests.SavedCounter

extension Counters.State {
  var saved: [SavedCounter] {
    get { rows.map { SavedCounter(id: $0.id, count: $0.count, note: $0.note) } }
    set {
      rows = IdentifiedArray(
        newValue.map {
          Counter.State(id: $0.id, count: $0.count, note: $0.note)
        })
    }
  }
}
