// swift-format-ignore-file
import Foundation
import RatchetTesting

// Printed by `RecordedSharingTests`, word for word, but for the indentation.

extension RecordedSharingTests {
  @Test("The recording of desk 1")
  @MainActor func recording() async {
    let store = TestStore(initialState: recorded(#"{"seen":[],"theme":{"name":"plain","size":1},"total":0}"#) as SharedDesk.State) {
      SharedDesk().sendingRecorded([
        1: (.themeChanged, after: .zero),
      ], arriving: [
        2: [#"{"shared:theme":{"name":"plain","size":9}}"#],
        4: [#"{"shared:total":5}"#],
      ])
    } withDependencies: {
      $0.useRecordedDraws([
        #"{"read:note":"kept"}"#,
        #"{"read:note":"mine"}"#,
      ])
    }
    await store.send(.enlarge) {
      $0.theme.size = 2
    }
    await store.receive(.themeChanged) {
      $0.theme.size = 9
      $0.seen.append(9)
    }
    await store.send(.open) {
      $0.drawer = recorded(#"{"note":"new","size":0}"#)
    }
    await store.send(.drawer(.read)) {
      $0.total = 5
      $0.drawer = recorded(#"{"note":"kept","size":9}"#)
    }
    await store.send(.drawer(.write("mine")))
    await store.send(.drawer(.enlarge)) {
      $0.theme.size = 10
    }
    await store.send(.drawer(.read)) {
      $0.drawer = recorded(#"{"note":"mine","size":10}"#)
    }
    await store.send(.close) {
      $0.drawer = nil
    }
    await store.send(.close)
  }
}
