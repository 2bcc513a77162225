import RatchetTesting

@MainActor @Suite("Sync-ups: a list, a detail that finds its element, and a form")
struct SyncUpsTests {
  private typealias SyncUp = SyncUps.SyncUp
  private typealias Detail = SyncUps.Detail

  @Test("begin with what is stored, and store what the form adds")
  func add() async {
    withShared(.syncUps, [.design])
    let store = TestStore(initialState: SyncUps.State()) { SyncUps() }
    #expect(store.state.syncUps == [.design])
    await store.send(.addTapped) { $0.form = SyncUps.Form.State(syncUp: SyncUp(id: 2)) }
    await store.send(.form(.presented(.titleChanged("Daily")))) {
      $0.form?.syncUp.title = "Daily"
    }
    await store.send(.form(.presented(.attendeesChanged(["", "Bo"])))) {
      $0.form?.syncUp.attendees = ["", "Bo"]
    }
    await store.send(.saveTapped) {
      $0.syncUps.append(SyncUp(id: 2, title: "Daily", attendees: ["Bo"]))
      $0.form = nil
    }
    @SharedValue(.syncUps) var stored
    #expect(stored.map(\.title) == ["Design", "Daily"])
  }

  @Test("have an edit of the detail in the list, in the action that closes the form")
  func edit() async {
    let store = TestStore(initialState: SyncUps.State(syncUps: [.design])) { SyncUps() }
    await store.send(.tapped(1)) { $0.path.push(Detail.State(id: 1)) }
    let id = store.state.path.ids[0]
    await store.send(.path(.element(id: id, action: .editTapped))) {
      $0.path[id: id]?.form = SyncUps.Form.State(syncUp: .design)
    }
    await store.send(.path(.element(id: id, action: .form(.presented(.titleChanged("Redesign"))))))
    {
      $0.path[id: id]?.form?.syncUp.title = "Redesign"
    }
    await store.send(.path(.element(id: id, action: .doneTapped))) {
      $0.syncUps[id: 1]?.title = "Redesign"
      $0.path[id: id]?.form = nil
    }
    await store.send(.path(.element(id: id, action: .meetingEnded(transcript: "Hello")))) {
      $0.syncUps[id: 1]?.meetings = ["Hello"]
    }
  }

  @Test("edit what the list has by then, not what it had when the form was opened")
  func editedMeanwhile() async {
    let store = TestStore(initialState: SyncUps.State(syncUps: [.design])) { SyncUps() }
    await store.send(.tapped(1)) { $0.path.push(Detail.State(id: 1)) }
    let id = store.state.path.ids[0]
    store.dependencies.sharedStorage.change(.syncUps) { $0[id: 1]?.minutes = 30 }
    await store.receive(.syncUpsChanged) { $0.syncUps[id: 1]?.minutes = 30 }
    var changed = SyncUp.design
    changed.minutes = 30
    await store.send(.path(.element(id: id, action: .editTapped))) {
      $0.path[id: id]?.form = SyncUps.Form.State(syncUp: changed)
    }
    await store.send(.path(.element(id: id, action: .form(.dismiss)))) {
      $0.path[id: id]?.form = nil
    }
  }

  @Test("delete an element in the action after which its detail leaves")
  func delete() async {
    let store = TestStore(initialState: SyncUps.State(syncUps: [.design])) { SyncUps() }
    await store.send(.tapped(1)) { $0.path.push(Detail.State(id: 1)) }
    let id = store.state.path.ids[0]
    await store.send(.path(.element(id: id, action: .deleteTapped))) {
      $0.path[id: id]?.isConfirmingDeletion = true
    }
    await store.send(.path(.element(id: id, action: .deletionConfirmed))) { $0.syncUps = [] }
    await store.receive(.path(.pop(from: id))) { $0.path = [] }
  }

  @Test("close a detail whose element somebody else has deleted")
  func deletedByOthers() async {
    let store = TestStore(initialState: SyncUps.State(syncUps: [.design])) { SyncUps() }
    await store.send(.tapped(1)) { $0.path.push(Detail.State(id: 1)) }
    store.dependencies.sharedStorage.change(.syncUps) { $0.remove(id: 1) }
    await store.receive(.syncUpsChanged) {
      $0.syncUps = []
      $0.path = []
    }
  }

  @Test("are read by an effect when it runs, not when it was returned")
  func reminder() async {
    let store = TestStore(initialState: SyncUps.State(syncUps: [.design])) { SyncUps() }
    await store.send(.tapped(1)) { $0.path.push(Detail.State(id: 1)) }
    let id = store.state.path.ids[0]
    await store.send(.path(.element(id: id, action: .reminderTapped)))
    withShared(.syncUps, [SyncUp(id: 1)])
    await store.receive(.syncUpsChanged) { $0.syncUps = [SyncUp(id: 1)] }
    await store.advance(by: .seconds(60))
    await store.finish()
    await store.send(.path(.element(id: id, action: .reminderTapped)))
    withShared(.syncUps, [.design])
    await store.receive(.syncUpsChanged) { $0.syncUps = [.design] }
    await store.advance(by: .seconds(60))
    await store.receive(.path(.element(id: id, action: .meetingEnded(transcript: "")))) {
      $0.syncUps[id: 1]?.meetings = [""]
    }
  }

  @Test("have a detail that is tested alone: what it changes is received")
  func detailAlone() async {
    withShared(.syncUps, [.design])
    let store = TestStore(
      initialState: Detail.State(id: 1, form: SyncUps.Form.State(syncUp: .design))
    ) {
      Detail()
    }
    await store.send(.form(.presented(.titleChanged("Other")))) { $0.form?.syncUp.title = "Other" }
    await store.send(.doneTapped) { $0.form = nil }
    await store.receive(change: .syncUps) { $0[id: 1]?.title = "Other" }
    await store.send(.meetingEnded(transcript: "Bye"))
    await store.receive(change: .syncUps) { $0[id: 1]?.meetings = ["Bye"] }
    expect(
      Detail(), given: Detail.State(id: 1), when: .meetingEnded(transcript: "Hi"),
      effects: [.change(.syncUps) { $0[id: 1]?.meetings = ["Hi", "Bye"] }])
  }

  @Test("are the same in two windows, of which one deletes what the other one edits")
  func twoWindows() async {
    let storage = SharedStorage()
    storage.change(.syncUps) { $0 = [.design, SyncUp(id: 2)] }
    let windows = (0..<2).map { _ in
      Store(initialState: SyncUps.State()) {
        SyncUps()
      } withDependencies: {
        $0.sharedStorage = storage
      }
    }
    windows[0].send(.tapped(1))
    let id = windows[0].path.ids[0]
    windows[0].send(.path(.element(id: id, action: .editTapped)))
    windows[1].send(.swiped(2))
    windows[0].send(.path(.element(id: id, action: .form(.presented(.titleChanged("Redesign"))))))
    windows[0].send(.path(.element(id: id, action: .doneTapped)))
    for window in windows { await settled(window) { $0.syncUps.map(\.title) == ["Redesign"] } }
    windows[0].send(.path(.element(id: id, action: .editTapped)))
    windows[1].send(.swiped(1))
    windows[0].send(.path(.element(id: id, action: .doneTapped)))
    for window in windows { await settled(window) { $0.syncUps.isEmpty } }
  }
}

// MARK: - Fixtures

extension SyncUps.SyncUp {
  fileprivate static let design = Self(id: 1, title: "Design", attendees: ["Ada"])
}
