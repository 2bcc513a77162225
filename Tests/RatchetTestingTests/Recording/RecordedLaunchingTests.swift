// swift-format-ignore-file
import Foundation
import RatchetTesting

@testable import TestSupport

// Printed by `PrintedRecordingTests`, word for word.

@Test("The recording of launch 1")
@MainActor func recording() async {
  let store = TestStore(initialState: recorded(#"{"current":{"length":4,"name":"boot"},"jobs":[],"launches":0}"#) as Launching.State) {
    Launching().sendingRecorded([
      1: (.ended(.exited(7)), after: .zero),
    ])
  } withDependencies: {
    $0.useRecordedDraws([])
  }
  await store.send(.launched(recorded(#"{"length":5,"name":"login"}"#))) {
    $0.jobs.append(recorded(#"{"length":5,"name":"login"}"#))
    $0.current = recorded(#"{"length":5,"name":"login"}"#)
  }
  await store.receive(.ended(.exited(7))) {
    $0.current = nil
    $0.ending = .exited(7)
  }
  await store.send(.ended(.killed(by: 9))) {
    $0.ending = .killed(by: 9)
  }
}
