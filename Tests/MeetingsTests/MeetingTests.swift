import Console
import RatchetTesting
import TestSupport

@testable import meetings

@MainActor @Suite("A meeting that goes on")
struct MeetingTests {
  @Test("gives each speaker a slot, ends by itself, and is recorded")
  func wholeMeeting() async {
    let store = makeStore()
    await start(store)
    await tick(store, to: 29)
    await store.advance(by: .seconds(1))
    await store.receive(action(.ticked)) {
      $0.set(.standup(elapsed: 30, speaker: 1))
    }
    await tick(store, from: 31, to: 59, speaker: 1)
    await store.advance(by: .seconds(1))
    await store.receive(action(.ticked)) { $0.record(60, speaker: 1) }
    #expect(!store.hasTimer)
    await store.receive(.path(.pop(from: screen))) { $0.path.popLast() }
    #expect(store.kept == [Plan.standup.adding(60), .planning])
  }

  @Test(
    "goes on with the next speaker, counts no time that was skipped, and asks with the last one")
  func next() async {
    let store = makeStore()
    await start(store)
    await tick(store, to: 3)
    await store.send(action(.nextTapped)) {
      $0.set(.standup(elapsed: 3, speaker: 1, spoken: 0))
    }
    await store.send(action(.nextTapped)) {
      $0.set(.standup(elapsed: 3, speaker: 1, spoken: 0, isAlertShown: true))
    }
    await store.send(action(.saveTapped)) { $0.record(3, speaker: 1, spoken: 0) }
    await store.send(action(.nextTapped))
    await store.receive(.path(.pop(from: screen))) { $0.path.popLast() }
  }

  @Test("pauses while it asks whether to end, and may be resumed or discarded")
  func alert() async {
    let store = makeStore()
    await start(store)
    await store.send(action(.endTapped)) {
      $0.set(.standup(isAlertShown: true))
    }
    #expect(!store.hasTimer)
    await store.advance(by: .seconds(9))
    await store.send(action(.resumeTapped)) { $0.set(.standup()) }
    await tick(store, to: 1)
    await store.send(action(.endTapped)) {
      $0.set(.standup(elapsed: 1, isAlertShown: true))
    }
    await store.send(action(.discardTapped)) {
      $0.set(.standup(elapsed: 1, isAlertShown: true, hasEnded: true))
    }
    await store.receive(.path(.pop(from: screen))) { $0.path.popLast() }
    #expect(store.state.plans == [.standup, .planning])
  }

  @Test("of one minute with more speakers than seconds ends as well")
  func manySpeakers() async {
    var plan = Plan.standup
    plan.attendees = (1...100).map { "\($0)" }
    let store = makeStore(
      Meetings.State(plans: [plan], path: [.meeting(.standup())]))
    store.exhaustivity = .off
    await store.advance(by: .seconds(100))
    #expect(store.state.plans[0].records.map(\.seconds) == [100])
    #expect(store.state.path.isEmpty)
  }

  @Test(
    "is recorded once, in whatever order its last second, a key and the end happen",
    .deep(2, small: 1))
  func anyOrder() async {
    let report = await exploreSchedules(.all(deviations: Deep.size)) {
      let state = Meetings.State(
        plans: [.standup],
        path: [.meeting(.standup(elapsed: 59, speaker: 1))])
      let store = makeStore(state)
      store.exhaustivity = .off
      await store.advance(by: .seconds(1))
      await store.send(.quit)
      await store.skipReceivedActions()
      #expect(store.state.plans[0].records.count == 1)
      #expect(store.kept == store.state.plans)
    }
    #expect(report.isComplete)
  }

  @Test(
    "is recorded at most once, whatever keys are pressed and however long it takes",
    .deep(200, small: 10))
  func simulated() async {
    let storage = Locked(SharedStorage())
    let keys: [Unicode.Scalar] = ["s", "n", "e", "d", "r", "b", "y", "a"]
    let state = Meetings.State(plans: [.standup, .planning])
    await simulate(Meetings(), from: state, runs: Deep.size) { world in
      world.send(weight: 5) { state, draw in
        let key = draw.chance(0.2) ? Key.control("m") : Key.character(draw.element(of: keys) ?? "s")
        guard case .send(let action)? = Meetings.command(key, state) else { return nil }
        return action
      }
      world.send { _, draw in draw.chance(0.1) ? .quit : nil }
      world.advance(weight: 3, upTo: .seconds(40))
      world.dependencies { values, _ in
        values.uuid = .incrementing
        values.date = .constant(.now)
        values.sharedStorage = storage.withLock { storage in
          storage = SharedStorage()
          return storage
        }
      }
      world.always("a screen is that of a plan in the list") { state in
        state.path.elements.allSatisfy { state.plans.contains(id: $0.planID) }
      }
      world.always("no record is longer than its meeting") { state in
        state.plans.allSatisfy { plan in plan.records.allSatisfy { $0.seconds <= plan.seconds } }
      }
      world.eventually("the storage keeps what the list has") { state in
        storage.withLock(\.self).value(of: .plans) == state.plans
      }
    }
  }

  // MARK: - Fixtures

  private var screen: StackID { Stack(["first", "second"]).ids[1] }

  private func action(_ action: Meeting.Action) -> Meetings.Action {
    .path(.element(id: screen, action: .meeting(action)))
  }

  private func start(_ store: TestStoreOf<Meetings>) async {
    await store.send(.openTapped) { $0.path = [.detail(Detail.State(planID: Plan.standup.id))] }
    let id = store.state.path.ids[0]
    await store.send(.path(.element(id: id, action: .detail(.startTapped)))) {
      $0.path.push(.meeting(.standup()))
    }
  }

  private func tick(
    _ store: TestStoreOf<Meetings>, from first: Int = 1, to last: Int, speaker: Int = 0
  ) async {
    for elapsed in first...last {
      await store.advance(by: .seconds(1))
      await store.receive(action(.ticked)) {
        $0.set(.standup(elapsed: elapsed, speaker: speaker))
      }
    }
  }
}

extension Meetings.State {
  fileprivate mutating func set(_ meeting: Meeting.State) {
    path[id: path.ids[1]] = .meeting(meeting)
  }

  /// The meeting has been recorded, and is about to leave.
  fileprivate mutating func record(_ seconds: Int, speaker: Int, spoken: Int? = nil) {
    plans[id: Plan.standup.id] = .standup.adding(seconds)
    set(
      .standup(
        elapsed: seconds, speaker: speaker, spoken: spoken, isAlertShown: seconds < 60,
        hasEnded: true))
  }
}
