import RatchetTesting

/// A feature with a state of several parts, of which a test may assert some.
struct Form: Reducer {
  struct Row: Equatable { var edits = 0 }

  struct State: Equatable {
    var total = 0
    var isLoading = false
    var rows = [Row(), Row()]
    var log: [String] = []
  }

  enum Action: Equatable {
    case load, loadTwice, loaded(Int), edit(row: Int), startTimer, tick, pause, forever, again
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.isLoading = true
      state.log.append("load")
      return send([.loaded(1)], name: "load")
    case .loadTwice: return send([.loaded(1), .loaded(2)], name: "load")
    case .loaded(let number):
      state.isLoading = false
      state.total += number
      state.log.append("loaded")
      return .none
    case .edit(let row):
      state.rows[row].edits += 1
      state.log.append("edit")
      return .none
    case .startTimer:
      state.log.append("startTimer")
      return .run(name: "timer") { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    case .tick:
      state.total += 1
      return .none
    case .pause:
      state.log.append("pause")
      return .none
    case .forever, .again: return .run { send in await send(.again) }
    }
  }

  private func send(_ actions: [Action], name: String) -> Effect<Action> {
    .run(
      name: name, operation: { send in for action in actions { await send(action) } },
      fileID: "Form.swift", line: 1)
  }
}
