import Foundation
import RatchetTesting

@MainActor @Suite("The recorder of meetings")
struct MeetingRecorderTests {
  let saved = Box<[[String]]>([])

  @Test("records a meeting from the list, and comes back to its detail")
  func recording() async {
    let store = recorder()
    await store.send(.planTapped(UUID(100))) {
      $0.path.push(.detail(Meetings.Detail.State(plan: .retrospective)))
    }
    await store.send(.path(.element(id: 0, action: .detail(.startTapped))))
    await store.receive(.path(.element(id: 0, action: .detail(.delegate(.started))))) {
      $0.path.push(.recording(Meetings.Recording.State(plan: .retrospective)))
    }
    await store.advance(by: .seconds(1))
    await store.receive(.path(.element(id: 1, action: .recording(.ticked)))) {
      $0.changeRecording(1) { $0.elapsed = 1 }
    }
    await store.send(.path(.element(id: 1, action: .recording(.endTapped)))) {
      $0.changeRecording(1) { $0.alert = .endMeeting(canDiscard: true) }
    }
    await store.send(.path(.element(id: 1, action: .recording(.alert(.save))))) {
      $0.changeRecording(1) {
        $0.alert = nil
        $0.hasEnded = true
      }
    }
    await store.receive(
      .path(.element(id: 1, action: .recording(.delegate(.ended(transcript: "")))))
    ) {
      let record = Meetings.Record(
        id: UUID(0), date: Date(timeIntervalSince1970: 0), transcript: "")
      $0.list.plans[id: UUID(100)]?.records = [record]
      $0.changeDetail(0) { $0.plan.records = [record] }
    }
    await store.receive(.path(.pop(from: 1))) { $0.path.pop(from: 1) }
    // The timer has ended with its screen; the plans are saved a second after they changed.
    await store.advance(by: .seconds(1))
    await store.finish()
    #expect(saved.value == [["Retrospective", "Planning"]])
  }

  @Test("deletes a plan from its detail")
  func delete() async {
    let store = recorder()
    await store.send(.planTapped(UUID(200))) {
      $0.path.push(.detail(Meetings.Detail.State(plan: .planning)))
    }
    await store.send(.path(.element(id: 0, action: .detail(.deleteTapped)))) {
      $0.changeDetail(0) { $0.alert = .confirmDeletion }
    }
    await store.send(.path(.element(id: 0, action: .detail(.alert(.delete))))) {
      $0.changeDetail(0) { $0.alert = nil }
    }
    await store.receive(.path(.element(id: 0, action: .detail(.delegate(.deleted))))) {
      $0.list.plans.remove(id: UUID(200))
    }
    await store.receive(.path(.pop(from: 0))) { $0.path.popToRoot() }
    await store.advance(by: .seconds(1))
    #expect(saved.value == [["Retrospective"]])
  }

  @Test("takes over what was edited in a detail, and saves several changes once")
  func edit() async {
    let store = recorder()
    await store.send(.planTapped(UUID(200))) {
      $0.path.push(.detail(Meetings.Detail.State(plan: .planning)))
    }
    for (number, title) in ["Plan", "Planning, weekly"].enumerated() {
      var old = Meetings.Plan.planning
      if number == 1 { old.title = "Plan" }
      var new = old
      new.title = title
      await store.send(.path(.element(id: 0, action: .detail(.editTapped)))) {
        $0.changeDetail(0) { $0.form = Meetings.Form.State(plan: old) }
      }
      await store.send(
        .path(.element(id: 0, action: .detail(.form(.presented(.titleChanged(title))))))
      ) {
        $0.changeDetail(0) { $0.form?.plan.title = title }
      }
      await store.send(.path(.element(id: 0, action: .detail(.doneTapped)))) {
        $0.changeDetail(0) {
          $0.plan = new
          $0.form = nil
        }
      }
      await store.receive(.path(.element(id: 0, action: .detail(.delegate(.changed(new)))))) {
        $0.list.plans[id: UUID(200)] = new
      }
      await store.advance(by: .milliseconds(600))
    }
    #expect(saved.value == [])
    await store.advance(by: .milliseconds(400))
    #expect(saved.value == [["Retrospective", "Planning, weekly"]])
  }

  @Test("opens a link; a recording that goes on goes on if the link leads to it")
  func links() {
    let store = Store(initialState: Self.state) {
      Meetings.Recorder()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    var timers: [EffectDescription] { store.inFlight.filter { $0.name == "timer" } }
    store.send(.linkOpened(UUID(100), isRecording: true))
    #expect(store.path.ids == [0, 1])
    #expect(timers.map(\.path) == ["path[1].recording"])
    let timer = timers.first?.id
    store.send(.linkOpened(UUID(100), isRecording: true))
    #expect(timers.map(\.id) == [timer])
    store.send(.linkOpened(UUID(200), isRecording: true))
    #expect(store.path.ids == [2, 3])
    #expect(timers.map(\.path) == ["path[3].recording"])
    store.send(.linkOpened(UUID(200), isRecording: false))
    #expect(store.path.ids == [2])
    #expect(timers.isEmpty)
    store.send(.linkOpened(UUID(7), isRecording: false))
    #expect(store.path.ids == [2])
  }

  @Test("records once, under every schedule, when the time ends as the meeting is saved by hand")
  func schedules() async {
    let report = await exploreSchedules(.all(deviations: 2, limit: 300)) { schedule in
      let store = recorder(schedule)
      store.exhaustivity = .off
      await store.send(.linkOpened(UUID(100), isRecording: true))
      await store.advance(by: .seconds(60))
      await store.send(.path(.element(id: 1, action: .recording(.alert(.save)))))
      await store.advance(by: .seconds(2))
      await store.finish()
      #expect(store.state.path.ids == [0])
      #expect(store.state.list.plans[id: UUID(100)]?.records.count == 1)
    }
    #expect(report.count > 10)
  }

  private static var state: Meetings.Recorder.State {
    Meetings.Recorder.State(list: Meetings.List.State(plans: [.retrospective, .planning]))
  }

  private func recorder(_ schedule: Schedule = .inOrder) -> TestStoreOf<Meetings.Recorder> {
    TestStore(initialState: Self.state, schedule: schedule) {
      Meetings.Recorder()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.planStorage.save = { [saved] plans in await saved.append(plans.map(\.title)) }
    }
  }
}

// MARK: - Fixtures

extension Meetings.Recorder.State {
  fileprivate mutating func changeDetail(
    _ id: StackID, _ change: (inout Meetings.Detail.State) -> Void
  ) {
    CasePath(Meetings.Screen.State.detail).ofOptional.modify(&path[id: id], change)
  }

  fileprivate mutating func changeRecording(
    _ id: StackID, _ change: (inout Meetings.Recording.State) -> Void
  ) {
    CasePath(Meetings.Screen.State.recording).ofOptional.modify(&path[id: id], change)
  }
}

extension Box<[[String]]> {
  fileprivate func append(_ titles: [String]) { value.append(titles) }
}
