import Ratchet

/// A meeting that goes on: a timer, and a slot of it for each attendee.
struct Meeting: Reducer {
  struct State: Codable, Equatable, Sendable {
    let plan: Plan
    /// In seconds; it goes on with the next slot when the speaker changes.
    var elapsed = 0
    var speaker = 0
    /// An alert asks whether to end the meeting, which pauses it.
    var isAlertShown = false
    /// Whoever has pushed it then keeps a record of it.
    var hasEnded = false

    var isLastSpeaker: Bool { speaker >= plan.attendees.count - 1 }
    /// When the speaker's slot ends; the last one has what is left.
    var slotEnd: Int { isLastSpeaker ? plan.seconds : (speaker + 1) * plan.slot }
  }

  enum Action: Codable, Equatable, Sendable {
    case ticked, nextTapped, endTapped, saveTapped, discardTapped, resumeTapped
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch (action, state.isAlertShown) {
      case (.ticked, _):
        state.elapsed += 1
        if state.elapsed >= state.slotEnd { endSlot(&state) }
      case (.nextTapped, false) where !state.isLastSpeaker:
        state.elapsed = state.slotEnd
        endSlot(&state)
      case (.nextTapped, false), (.endTapped, false): state.isAlertShown = true
      case (.saveTapped, true): (state.isAlertShown, state.hasEnded) = (false, true)
      case (.discardTapped, true): return .run { _ in await dismiss() }
      case (.resumeTapped, true): state.isAlertShown = false
      default: break
      }
      return .none
    }
    .subscription(while: { !$0.isAlertShown && !$0.hasEnded }) {
      .run(name: "timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
    }
  }

  private func endSlot(_ state: inout State) {
    if state.isLastSpeaker { state.hasEnded = true } else { state.speaker += 1 }
  }
}
