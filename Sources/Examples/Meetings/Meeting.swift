import Ratchet

/// A meeting that goes on: a timer, and a slot of it for each attendee.
struct Meeting: Reducer {
  struct State: Codable, Equatable, Sendable {
    let planID: Plan.ID
    /// The seconds that it has taken; what a speaker leaves of a slot is not counted.
    var elapsed = 0
    var speaker = 0
    /// How long the speaker has had the word, in seconds.
    var spoken = 0
    /// An alert asks whether to end the meeting, which pauses it.
    var isAlertShown = false
    /// It was recorded or discarded, and is about to leave.
    var hasEnded = false

    func isLastSpeaker(of plan: Plan) -> Bool { speaker >= plan.attendees.count - 1 }

    /// How long the speaker may speak, in seconds; the last one also has the rest of the division,
    /// if the meeting has a second for each.
    func slot(of plan: Plan) -> Int {
      isLastSpeaker(of: plan) ? plan.seconds - speaker * max(1, plan.slot) : plan.slot
    }
  }

  static let timer = "timer"

  enum Action: Codable, Equatable, Sendable {
    case ticked, nextTapped, endTapped, saveTapped, discardTapped, resumeTapped
  }

  @SharedReader(.plans) var plans
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard !state.hasEnded, let plan = plans[id: state.planID] else { return .none }
      switch (action, state.isAlertShown) {
      case (.ticked, _):
        state.elapsed += 1
        state.spoken += 1
        if state.spoken >= state.slot(of: plan) { return endSlot(&state, of: plan) }
      case (.nextTapped, false) where !state.isLastSpeaker(of: plan):
        return endSlot(&state, of: plan)
      case (.nextTapped, false), (.endTapped, false): state.isAlertShown = true
      case (.saveTapped, true): return record(&state)
      case (.discardTapped, true): return end(&state)
      case (.resumeTapped, true): state.isAlertShown = false
      default: break
      }
      return .none
    }
    .subscription(while: { !$0.isAlertShown && !$0.hasEnded }) {
      .run(name: Self.timer) { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
    }
  }

  private func endSlot(_ state: inout State, of plan: Plan) -> Effect<Action> {
    if state.isLastSpeaker(of: plan) { return record(&state) }
    state.speaker += 1
    state.spoken = 0
    return .none
  }

  private func record(_ state: inout State) -> Effect<Action> {
    let record = Record(date: now, seconds: state.elapsed)
    let change = Effect<Action>.change(.plans) { [id = state.planID] in
      $0[id: id]?.records.append(record)
    }
    return .merge(change, end(&state))
  }

  private func end(_ state: inout State) -> Effect<Action> {
    state.hasEnded = true
    return .run { _ in await dismiss() }
  }
}
