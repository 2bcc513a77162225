import Ratchet
import RatchetRecording

/// Steps through a recording on a terminal.
struct ReplayPlayer: Reducer {
  struct State: Equatable, Sendable {
    var step = 0
    let last: Int
    /// The digits of a step to jump to, as far as they are typed.
    var typed = ""
  }

  enum Action: Equatable, Sendable {
    case back, forward, first, last
    case typed(String)
    /// Goes to the step that is typed.
    case jump
    case quit
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let typed = state.typed
    state.typed = ""
    switch action {
    case .back: state.step = max(0, state.step - 1)
    case .forward: state.step = min(state.last, state.step + 1)
    case .first: state.step = 0
    case .last: state.step = state.last
    case .typed(let text): state.typed = text
    case .jump: state.step = min(typed.number ?? state.step, state.last)
    case .quit: break
    }
    return .none
  }

  /// What a key asks for.
  static func command(_ key: Key, _ state: State) -> KeyCommand<Action>? {
    switch key {
    case .arrow(.left), .arrow(.up): .send(.back)
    case .arrow(.right), .arrow(.down), .character(" "): .send(.forward)
    case .character("g"): .send(.first)
    case .character("G"): .send(.last)
    case .character("0"..."9"), .control("?"), .control("h"), .control("u"):
      TextField(text: state.typed).edited(by: key, upTo: 9).map { .send(.typed($0.text)) }
    case .control("m"), .control("j"): .send(.jump)
    case .escape where !state.typed.isEmpty: .send(.typed(""))
    case .character("q"), .escape: .quit
    default: nil
    }
  }
}

/// What a player shows of a recording: the states, and who has sent each action, and when.
@MainActor struct ReplayScreen<State, Action: Sendable> {
  let history: StoreHistory<State, Action>
  /// The sender and the time of each step, in words.
  let senders: [String]
  /// Draws a state as the program does.
  let draw: (State, Frame) -> [Line]

  /// Runs a player until the user quits; returns the status.
  func run(_ options: ConsoleOptions) async throws -> Int32 {
    let store = Store(initialState: ReplayPlayer.State(last: history.steps.upperBound)) {
      ReplayPlayer()
    }
    let player = Interface<ReplayPlayer.State, ReplayPlayer.Action>(
      command: ReplayPlayer.command, draw: lines, changes: { _, _ in [] },
      result: { "step \($0.step) of \($0.last)" }, quit: .quit)
    return try await Session(store, player, options).run()
  }

  /// The state after a step as the program draws it, without its keys, and the step below it.
  private func lines(_ state: ReplayPlayer.State, _ frame: Frame) -> [Line] {
    let foot = foot(state, frame)
    history.seek(to: state.step)
    var inner = frame
    inner.size.rows = max(0, frame.size.rows - foot.count)
    inner.showsKeys = false
    return draw(history.state, inner).prefix(inner.size.rows) + foot
  }

  private func foot(_ state: ReplayPlayer.State, _ frame: Frame) -> [Line] {
    history.seek(to: state.step)
    let action = history.action.map { ValueLine.text($0) } ?? "the initial state"
    let title = Line(("step \(state.step) of \(state.last)", .value), (": \(action)", .plain))
    // Where it ends: a recording that cannot be replayed any further.
    let problem = state.step == state.last ? history.problem : nil
    let end = problem.map { Line(("\($0)", .failure)).wrapped(columns: frame.size.columns) } ?? []
    let keys =
      state.typed.isEmpty
      ? frame.keys(["left back", "right on", "g first", "G last", "0-9 a step", "q quit"])
      : [Line(("go to step ", .plain), (state.typed, .value), ("_  Enter  Esc", .quiet))]
    let room = max(0, min(6, frame.size.rows / 2 - end.count - 2))
    return [title] + details(of: state.step).prefix(room) + end + keys
  }

  /// Who has sent the action of a step, when, and what it has changed.
  private func details(of step: Int) -> [Line] {
    guard step > 0, senders.indices.contains(step - 1) else { return [] }
    history.seek(to: step)
    let new = history.state
    history.back()
    let members = ReplayedChange.members(from: history.state, to: new)
    return [Line((senders[step - 1], .quiet))] + members.map { Line(("  " + $0, .plain)) }
  }
}
