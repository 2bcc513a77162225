// swift-format-ignore-file
import Foundation
import RatchetTesting

// Printed by `RecordedSharingTests`, word for word, but for the indentation.

extension RecordedSharingTests {
  @Test("The recording of desk 1")
  @MainActor func recording() async {
    let store = TestStore(initialState: recorded(#"{"seen":[],"theme":{"name":"plain","size":1}}"#) as SharedDesk.State) {
      SharedDesk().sendingRecorded([
        1: (.themeChanged, after: .zero),
      ], arriving: [
        2: [#"{"shared:theme":{"name":"plain","size":9}}"#],
      ])
    } withDependencies: {
      $0.useRecordedDraws([
        #"{"appeared:note":"kept"}"#,
        #"{"appeared:note":"changed outside"}"#,
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
      $0.drawer = recorded(#"{"note":"kept","theme":{"name":"plain","size":9}}"#)
    }
    await store.send(.drawer(.write("mine"))) {
      $0.drawer = recorded(#"{"note":"mine","theme":{"name":"plain","size":9}}"#)
    }
    await store.send(.close) {
      $0.drawer = nil
    }
    await store.send(.open) {
      $0.drawer = recorded(#"{"note":"changed outside","theme":{"name":"plain","size":9}}"#)
    }
    await store.send(.close) {
      $0.drawer = nil
    }
  }
}
