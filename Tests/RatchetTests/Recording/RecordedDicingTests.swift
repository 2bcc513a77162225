// swift-format-ignore-file
import Foundation
import RatchetTesting

// Printed by `RecordedTestTests`, word for word.

@Test("The recording of dicing 1")
@MainActor func recording() async {
  let store = TestStore(initialState: RecordedTest.value(#"{"ids":[],"isTicking":false,"seen":[],"sum":0,"ticks":0}"#) as Dicing.State) {
    RecordedTest.feature(Dicing(), sending: [
      5: (.add(5), after: .zero),
      6: (.roll, after: .zero),
      9: (.ticked, after: .zero),
    ])
  } withDependencies: {
    RecordedTest.setReads([
      #"{"randomNumberGenerator":10451216379200822465}"#,
      #"{"date":1}"#,
      #"{"uuid":"00000000-0000-0000-0000-000000000000"}"#,
      #"{"uuid":"00000000-0000-0000-0000-000000000001"}"#,
      #"{"randomNumberGenerator":13757245211066428519}"#,
      #"{"date":1}"#,
      #"{"Die.roll":4}"#,
    ], of: &$0)
  }
  await store.send(.add(3)) {
    $0.sum = 3
  }
  await store.send(.roll) {
    $0.sum = 7
    $0.lastRoll = Date(timeIntervalSinceReferenceDate: 1.0)
    $0.seen = [4]
  }
  await store.send(.identify) {
    $0.ids.append(UUID(uuidString: "00000000-0000-0000-0000-000000000000")!)
  }
  await store.send(.identify) {
    $0.ids.append(UUID(uuidString: "00000000-0000-0000-0000-000000000001")!)
  }
  await store.send(.later(5))
  await store.receive(.add(5)) {
    $0.sum = 12
  }
  await store.receive(.roll) {
    $0.sum = 17
    $0.seen = [4, 5]
  }
  await store.send(.rollLoaded) {
    $0.sum = 21
  }
  await store.send(.toggle) {
    $0.isTicking = true
  }
  await store.receive(.ticked) {
    $0.ticks = 1
  }
  await store.send(.forget) {
    $0.ids = []
    $0.seen = []
  }
}
