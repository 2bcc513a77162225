import Ratchet
import RatchetRecording

/// Steps through a recording on a terminal.
struct ReplayPlayer: Reducer {
  struct State: Equatable, Sendable {
    var step = 0
    let last: Int
  }

  enum Action: Equatable, Sendable {
    case back, forward, first, last
    case quit
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .back: state.step = max(0, state.step - 1)
    case .forward: state.step = min(state.last, state.step + 1)
    case .first: state.step = 0
    case .last: state.step = state.last
    case .quit: break
    }
    return .none
  }

  /// What a key asks for.
  static func command(_ key: Key) -> KeyCommand<Action>? {
    switch key {
    case .arrow(.left), .arrow(.up): .send(.back)
    case .arrow(.right), .arrow(.down), .character(" "): .send(.forward)
    case .character("g"): .send(.first)
    case .character("G"): .send(.last)
    case .character("q"), .escape: .quit
    default: nil
    }
  }

  /// Runs until the user quits; returns the status.
  @MainActor static func run<Recorded, RecordedAction>(
    _ history: StoreHistory<Recorded, RecordedAction>,
    _ interface: Interface<Recorded, RecordedAction>, _ options: ConsoleOptions
  ) async throws -> Int32 {
    let store = Store(initialState: State(last: history.steps.upperBound)) {
      ReplayPlayer()
    }
    let player = Interface<State, Action>(
      command: { key, _ in command(key) },
      draw: { state, frame in
        history.go(to: state.step)
        let foot = foot(state, history.action.map { ValueLine.text($0) }, history.problem)
        var inner = frame
        inner.size.rows -= foot.count
        return Array(interface.draw(history.state, inner).prefix(max(0, inner.size.rows))) + foot
      },
      changes: { _, _ in [] },
      result: { "step \($0.step) of \($0.last)" },
      quit: .quit)
    return try await Session(store, player, options).run()
  }

  private static func foot(
    _ state: State, _ action: String?, _ problem: RecordingError?
  ) -> [Line] {
    let step = Line(
      ("step \(state.step) of \(state.last)", .value),
      (action.map { ": \($0)" } ?? ": the initial state", .plain))
    // Where it ends: a recording that cannot be replayed any further.
    let end = state.step == state.last ? problem.map { [Line(("\($0)", .failure))] } ?? [] : []
    return [step] + end + [Line(("left and right step, g first, G last, q quit", .quiet))]
  }
}
