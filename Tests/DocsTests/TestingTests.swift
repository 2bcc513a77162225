import Foundation
import RatchetTesting

// The code of `Docs/Ratchet.docc/Testing.md`.

@Suite("The page of testing")
struct TestingTests {
  struct Download: Reducer {
    struct State: Equatable {
      var progress: Double?
      var isDone = false
    }

    enum Action: Equatable {
      case startTapped
      case cancelTapped
      case progressed(Double)
      case done
    }

    enum CancelID { case download }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .startTapped:
        state.progress = 0
        return .run(name: "download") { send in
          for part in 1...4 {
            try await clock.sleep(for: .seconds(1))
            await send(.progressed(Double(part) / 4))
          }
          await send(.done)
        }
        .cancellable(id: CancelID.download)
      case .cancelTapped:
        state.progress = nil
        return .cancel(id: CancelID.download)
      case .progressed(let progress): state.progress = progress
      case .done: state = State(isDone: true)
      }
      return .none
    }
  }

  @Test @MainActor func cancelledDownload() async {
    let store = TestStore(initialState: Download.State()) { Download() }
    await store.send(.startTapped) { $0.progress = 0 }
    await store.advance(by: .seconds(1))
    await store.receive(.progressed(0.25)) { $0.progress = 0.25 }
    await store.send(.cancelTapped) { $0.progress = nil }
  }

  @Test @MainActor func wholeDownload() async {
    let store = TestStore(initialState: Download.State()) { Download() }
    await store.send(.startTapped) { $0.progress = 0 }
    await store.advance(by: .seconds(4))
    for part in 1...4 {
      await store.receive(.progressed(Double(part) / 4)) { $0.progress = Double(part) / 4 }
    }
    await store.receive(.done) { $0 = Download.State(isDone: true) }
  }

  @Test @MainActor func isDoneAtLast() async {
    let store = TestStore(initialState: Download.State()) { Download() }
    store.exhaustivity = .off
    await store.send(.startTapped)
    await store.advance(by: .seconds(4))
    await store.receive(.done) { $0.isDone = true }
  }

  @Test func downloadStarts() {
    expect(
      Download(), given: Download.State(), when: .startTapped,
      then: { $0.progress = 0 },
      effects: [.run("download", id: Download.CancelID.download)])
  }

  struct Notes: Reducer {
    struct State: Equatable {
      var ids: [UUID] = []
      var isOffline = false
    }

    enum Action: Equatable { case addTapped, saved(UUID), failed }

    @Dependency(\.uuid) var uuid
    @Dependency(NoteClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .addTapped:
        return .run(name: "save") { [id = uuid()] send in
          try await client.save(id)
          await send(.saved(id))
        } catch: { _, send in
          await send(.failed)
        }
      case .saved(let id): state = State(ids: state.ids + [id])
      case .failed: state.isOffline = true
      }
      return .none
    }
  }

  struct Offline: Error {}

  @Test @MainActor func savesWhenTheServerIsBack() async {
    let store = TestStore(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.uuid = .incrementing
      $0[NoteClient.self].save = { _ in throw Offline() }
    }
    await store.send(.addTapped)
    await store.receive(.failed) { $0.isOffline = true }

    store.dependencies[NoteClient.self].save = { _ in }
    await store.send(.addTapped)
    await store.receive(.saved(UUID(1))) { $0 = Notes.State(ids: [UUID(1)]) }
  }
}

// MARK: - Fixtures

struct NoteClient: DependencyKey {
  var save: @Sendable (UUID) async throws -> Void = unimplemented("NoteClient.save")

  static let testValue = NoteClient()
  static let liveValue = NoteClient { _ in }
}
