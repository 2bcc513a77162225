import RatchetTesting

// Examples in the documentation of operators on cases, optionals and effects; see
// `DocumentationTests`.

private struct Document: Reducer {
  struct State {}
  enum Action { case closeButtonTapped }
  var body: some ReducerOf<Self> { EmptyReducer() }

  func open(_ file: String) -> Effect<Action> { .none }
}

private struct Reader: Reducer {
  enum State { case idle, loaded(Document.State) }
  enum Action { case loaded(Document.Action) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .loaded(.closeButtonTapped) = action { state = .idle }
      return .none
    }
    .ifCaseLet(State.loaded, action: Action.loaded) { Document() }
  }
}

private struct ReaderWithScope: Reducer {
  typealias State = Reader.State
  typealias Action = Reader.Action

  var body: some ReducerOf<Self> {
    Scope(state: State.loaded, action: Action.loaded) { Document() }
  }
}

private struct VideoPlayer: Reducer {
  struct State {}
  enum Action { case finished }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

private struct Room: Reducer {
  typealias Player = VideoPlayer

  struct State { var player: VideoPlayer.State? }
  enum Action { case player(VideoPlayer.Action) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .player(.finished) = action { state.player = nil }
      return .none
    }
    .ifLet(\.player, action: Action.player) { Player() }
  }
}

private struct StorageClient: Sendable {
  func save(_ position: Int) async {}
  func save() async throws {}
  func clear() async {}
}

private struct PageFeature: Reducer {
  struct State { var position = 0 }
  enum Action {
    case scrolled(Int)
    case cleared
    case saveButtonTapped
    case saved
    case opened(String)
    case document(Document.Action)
  }
  enum CancelID { case save, search }

  let positions = StorageClient()
  let history = StorageClient()
  let draft = StorageClient()
  let document = Document()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .scrolled(let position):
      state.position = position
      return .run { _ in await positions.save(position) }
        .throttle(id: CancelID.save, for: .seconds(1), latest: true)
    case .cleared:
      return .merge(.cancel(id: CancelID.search), .run { _ in await history.clear() })
    case .saveButtonTapped:
      return .concatenate(.run { _ in try await draft.save() }, .send(.saved))
    case .opened(let file):
      return document.open(file).map(Action.document)
    case .saved, .document: return .none
    }
  }
}

struct Tracer: Sendable {
  func begin(_ name: String) -> Int { 0 }
  func end(_ span: Int) {}
}

extension Reducer {
  func traced(by tracer: Tracer) -> some Reducer<State, Action> {
    aroundEffect { effect, operation in
      let span = tracer.begin(effect.name ?? "effect")
      defer { tracer.end(span) }
      try await operation()
    }
  }
}

extension Reducer {
  func locked(while isLocked: @escaping (State) -> Bool) -> some Reducer<State, Action> {
    around { state, action, base in
      isLocked(state) ? .none : base(&state, action)
    }
  }
}
