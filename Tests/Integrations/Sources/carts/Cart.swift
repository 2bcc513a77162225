import Ratchet

/// The cart of one session: what it adds, and how many items the database has for it.
struct Cart: Reducer {
  struct State: Equatable {
    let id: String
    var added: [String] = []
    var count = 0
  }

  enum Action: Equatable { case added(String), saved(String), counted(Int) }

  @Dependency(CartDatabase.self) var database

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .added(let item):
        return .run(name: "save") { [id = state.id] send in
          try await database.add(item, id)
          await send(.saved(item))
        }
      case .saved(let item): state.added.append(item)
      case .counted(let count): state.count = count
      }
      return .none
    }
    .subscription(id: { $0.id }) { [database] id in
      .sequence(name: "count", retry: .times(3), { database.counts(id) }, action: Action.counted)
    }
  }
}
