import Foundation
import RatchetTesting

@MainActor @Suite("A meeting that is recorded")
struct MeetingRecordingTests {
  let dismissals = Box(0)

  @Test("gives each attendee the same time, and ends after the last one")
  func timer() async {
    let store = recording()
    await store.advance(by: .seconds(60))
    for second in 1...60 {
      await store.receive(.ticked) {
        $0.elapsed = second
        if second == 30 { $0.speaker = 1 }
        $0.hasEnded = second == 60
      }
    }
    await store.receive(.delegate(.ended(transcript: "")))
    await store.finish()
    #expect(dismissals.value == 1)
  }

  @Test("keeps what was said")
  func transcript() async {
    let store = recording {
      $0.speech.transcribe = {
        AsyncThrowingStream { continuation in
          continuation.yield("I")
          continuation.yield("I agree.")
          continuation.finish()
        }
      }
    }
    await store.receive(.heard("I")) { $0.transcript = "I" }
    await store.receive(.heard("I agree.")) { $0.transcript = "I agree." }
    await store.send(.endTapped) { $0.alert = .endMeeting(canDiscard: true) }
    await store.send(.alert(.save)) {
      $0.alert = nil
      $0.hasEnded = true
    }
    await store.receive(.delegate(.ended(transcript: "I agree.")))
    await store.finish()
    #expect(dismissals.value == 1)
  }

  @Test("pauses while an alert is shown")
  func pause() async {
    let store = recording()
    await store.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.elapsed = 1 }
    await store.send(.endTapped) { $0.alert = .endMeeting(canDiscard: true) }
    await store.advance(by: .seconds(2))
    await store.send(.alert(.resume)) { $0.alert = nil }
    await store.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.elapsed = 2 }
    await store.send(.endTapped) { $0.alert = .endMeeting(canDiscard: true) }
    await store.send(.alert(.discard)) { $0.alert = nil }
    await store.finish()
    #expect(dismissals.value == 1)
  }

  @Test("goes on to the next attendee before the time, and asks before it ends")
  func next() async {
    let store = recording()
    await store.send(.nextTapped) {
      $0.speaker = 1
      $0.elapsed = 30
    }
    await store.send(.nextTapped) { $0.alert = .endMeeting(canDiscard: false) }
    await store.send(.alert(.save)) {
      $0.alert = nil
      $0.hasEnded = true
    }
    await store.receive(.delegate(.ended(transcript: "")))
    await store.finish()
    #expect(dismissals.value == 1)
  }

  @Test("goes on without a transcript if speech fails")
  func failure() async {
    struct Failure: Error {}
    let store = recording {
      $0.speech.transcribe = { AsyncThrowingStream { $0.finish(throwing: Failure()) } }
    }
    await store.receive(.speechFailed) { $0.alert = .speechFailed }
    await store.send(.alert(.resume)) { $0.alert = nil }
    await store.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.elapsed = 1 }
  }

  private func recording(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Meetings.Recording> {
    TestStore(initialState: Meetings.Recording.State(plan: .retrospective)) {
      Meetings.Recording()
    } withDependencies: {
      $0.dismiss = DismissEffect { [dismissals] in dismissals.value += 1 }
      update(&$0)
    }
  }
}
