import Foundation
import RatchetTesting

extension Meetings {
  /// A meeting that is going on: a timer that gives each attendee the same time, and what is said.
  struct Recording: Reducer {
    struct State: Equatable, Sendable {
      let plan: Plan
      var elapsed = 0
      var speaker = 0
      var transcript = ""
      /// The meeting pauses while it is there.
      var alert: Alert?
      /// Its time may end while it is being saved by hand.
      var hasEnded = false
    }

    enum Alert: Equatable, Sendable {
      case endMeeting(canDiscard: Bool)
      case speechFailed
    }

    enum Answer: Equatable, Sendable {
      case save, discard, resume
    }

    enum Action: Equatable, Sendable {
      case ticked
      case heard(String)
      case speechFailed
      case nextTapped
      case endTapped
      case alert(Answer)
      case delegate(Delegate)
    }

    enum Delegate: Equatable, Sendable {
      case ended(transcript: String)
    }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.speech) var speech

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ticked: return tick(&state)
        case .heard(let text): state.transcript = text
        case .speechFailed: state.alert = .speechFailed
        case .nextTapped: goOnToNext(&state)
        case .endTapped: state.alert = .endMeeting(canDiscard: true)
        case .alert(let answer):
          state.alert = nil
          switch answer {
          case .save: return end(&state)
          case .discard: return .run { _ in await dismiss() }
          case .resume: break
          }
        case .delegate: break
        }
        return .none
      }
      .subscription(while: { $0.alert == nil && !$0.hasEnded }) { timer }
      .subscription(while: { !$0.hasEnded }) { transcript }
    }

    private func goOnToNext(_ state: inout State) {
      if state.isLastSpeaker {
        state.alert = .endMeeting(canDiscard: false)
      } else {
        state.speaker += 1
        state.elapsed = state.speaker * state.plan.secondsForEach
      }
    }

    private func tick(_ state: inout State) -> Effect<Action> {
      state.elapsed += 1
      guard state.elapsed % state.plan.secondsForEach == 0 else { return .none }
      if state.isLastSpeaker { return end(&state) }
      state.speaker += 1
      return .none
    }

    private var timer: Effect<Action> {
      .run(name: "timer") { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
      }
    }

    private var transcript: Effect<Action> {
      .run(name: "speech") { send in
        for try await text in speech.transcribe() { await send(.heard(text)) }
      } catch: { _, send in
        await send(.speechFailed)
      }
    }

    private func end(_ state: inout State) -> Effect<Action> {
      if state.hasEnded { return .none }
      state.hasEnded = true
      return .run { [transcript = state.transcript] send in
        await send(.delegate(.ended(transcript: transcript)))
        await dismiss()
      }
    }
  }
}

extension Meetings.Recording.State {
  fileprivate var isLastSpeaker: Bool { speaker == plan.attendees.count - 1 }
}
