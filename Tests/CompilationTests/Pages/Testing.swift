struct NoteClient: DependencyKey {
  var save: @Sendable (UUID) async throws -> Void = unimplemented("NoteClient.save")
  static let testValue = NoteClient()
  static let liveValue = NoteClient { _ in }
}

struct Offline: Error {}

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
