import Console
import Ratchet

/// The root of the program: the list, loaded from a file at the start and saved after changes.
struct SavedTodos: Reducer {
  struct State: Codable, Equatable, Sendable {
    var todos = Todos.State()
    /// Whether the file holds what the list holds.
    var isSaved = true
  }

  enum Action: Codable, Equatable, Sendable {
    /// To be sent once, and to be waited for before anything else: what is loaded replaces the
    /// list.
    case load
    case loaded([Item])
    case todos(Todos.Action)
    /// Save now what is not saved yet: the program is about to end.
    case flush
    case saved
    case failed(StorageError)
  }

  /// The ids and names of the effects.
  enum Work: String, Sendable {
    case load, save
  }

  /// How long nothing may have changed before the list is saved.
  static let quietTime: Duration = .milliseconds(500)

  @Dependency(StorageClient.self) var storage
  @Dependency(NoticeClient.self) var notices

  var body: some ReducerOf<Self> {
    Scope(state: \.todos, action: Action.todos) { Todos() }
      .onChange(of: \.todos.items) { _, items in
        Reduce { state, _ in
          state.isSaved = false
          // Replaces the save before it, even one that is under way: `saved` is always about the
          // last.
          return save(items).debounce(id: Work.save, for: Self.quietTime)
        }
      }
    Reduce { state, action in
      switch action {
      case .load:
        return load()
      case .loaded(let items):
        state.todos.rows = IdentifiedArrayOf(items.map { Todo.State(item: $0) })
      case .flush where state.isSaved:
        break
      case .flush:
        return save(state.todos.items).cancellable(id: Work.save, cancelInFlight: true)
      case .saved:
        state.isSaved = true
      case .failed(let error):
        return .run { _ in notices.show(.problem(error.message(about: "list"))) }
      case .todos:
        break
      }
      return .none
    }
  }
}

extension SavedTodos {
  private func load() -> Effect<Action> {
    .run(name: Work.load.rawValue) { send in
      do throws(StorageError) {
        await send(.loaded(try await storage.load()))
      } catch {
        await send(.failed(error))
      }
    }
  }

  private func save(_ items: [Item]) -> Effect<Action> {
    .run(name: Work.save.rawValue) { send in
      do throws(StorageError) {
        try await storage.save(items)
        await send(.saved)
      } catch {
        await send(.failed(error))
      }
    }
  }
}
