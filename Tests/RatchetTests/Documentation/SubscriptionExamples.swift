import RatchetTesting

// Examples in the documentation of subscriptions; see `DocumentationTests`.

private struct Stopwatch: Reducer {
  struct State {
    var isTimerOn = false
    var seconds = 0
  }

  enum Action { case timerToggled, ticked }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .timerToggled: state.isTimerOn.toggle()
      case .ticked: state.seconds += 1
      }
      return .none
    }
    .subscription(while: \.isTimerOn) {
      .run(name: "timer") { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
    }
  }
}

private struct ChatClient: Sendable {
  func messages(in room: Int) -> AsyncStream<String> { AsyncStream { nil } }
}

private struct FileClient: Sendable {
  func download(_ id: Int) async -> AsyncStream<Double> { AsyncStream { nil } }
}

private struct Chat: Reducer {
  struct State {
    var room: Int?
    var downloads: [Int] = []
  }

  enum Action {
    case messageReceived(String)
    case progress(Int, Double)
  }

  let chat = ChatClient()
  let files = FileClient()

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .subscription(id: \.room) { room in
        .sequence(name: "messages") {
          chat.messages(in: room)
        } action: {
          .messageReceived($0)
        }
      }
      .subscriptions(ids: \.downloads) { id in
        .run(name: "download") { send in
          for await progress in await files.download(id) { await send(.progress(id, progress)) }
        }
      }
  }
}
