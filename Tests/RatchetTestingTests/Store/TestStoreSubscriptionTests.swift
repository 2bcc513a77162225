import RatchetTesting
import TestSupport

@MainActor @Suite("Subscriptions in a test store")
struct TestStoreSubscriptionTests {
  @Test("send actions that are received, and are no failure when the test ends")
  func received() async {
    let issues = await failures(of: Watch(), from: Watch.State()) { store in
      await store.send(.toggle) { $0.isOn = true }
      #expect(store.inFlight.filter(\.isSubscription).map(\.name) == ["watch"])
      #expect(store.inFlight.map(\.isSubscription) == [true])
      await store.advance(by: .seconds(2))
      await store.receive(.tick) { $0.ticks = 1 }
      await store.receive(.tick) { $0.ticks = 2 }
      await store.finish()
      #expect(store.inFlight.filter(\.isSubscription).count == 1)
    }
    #expect(issues == [])
  }

  @Test("are no part of what followed from the action after which they started")
  func task() async {
    let issues = await failures(of: Watch(), from: Watch.State()) { store in
      let task = await store.send(.toggle) { $0.isOn = true }
      await task.finish()
    }
    #expect(issues == [])
  }

  @Test("of the initial state have started when the store is made")
  func initialState() async {
    let store = TestStore(initialState: Watch.State(isOn: true)) { Watch() }
    #expect(store.inFlight.filter(\.isSubscription).map(\.cause) == ["initialState"])
    await store.advance(by: .seconds(1))
    await store.receive(.tick) { $0.ticks = 1 }
    await store.send(.toggle) { $0.isOn = false }
    #expect(store.inFlight.filter(\.isSubscription) == [])
  }

  @Test(
    "leave an action that was not received, which is a failure as ever, also after finish",
    arguments: [true, false])
  func unreceived(finishesFirst: Bool) async {
    let issues = await failures(of: Watch(), from: Watch.State(isOn: true)) { store in
      if finishesFirst { await store.finish() }
      await store.advance(by: .seconds(1))
      if !finishesFirst { await store.finish() }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("- tick, sent by \"watch\"") == true)
    #expect(issues.first?.contains("In flight") == false)
  }

  @Test("and what is unreceived of one that ends is dropped")
  func dropped() async {
    let store = TestStore(initialState: Watch.State(isOn: true)) { Watch() }
    await store.advance(by: .seconds(1))
    await store.send(.toggle) { $0.isOn = false }
    await store.finish()
  }

  @Test("may send while they start, before the test has sent anything")
  func sendsAtStart() async {
    let store = TestStore(initialState: Watch.State(isOn: true)) { Watch(ticksAtStart: true) }
    await store.receive(.tick) { $0.ticks = 1 }
    await store.send(.toggle) { $0.isOn = false }
  }

  @Test("that throw are a failure")
  func throwing() async {
    struct Failure: Error {}
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: 0) {
        EmptyReducer<Int, Int>()
          .subscription(while: { _ in true }) { .run(name: "broken") { _ in throw Failure() } }
      }
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("Effect \"broken\"") == true)
  }

  @Test("tick under any schedule", .seeds())
  func schedules() async {
    let store = TestStore(
      initialState: Watch.State(), schedule: .seed(Seeds.current)
    ) {
      Watch()
    }
    await store.send(.toggle) { $0.isOn = true }
    await store.advance(by: .seconds(3))
    for ticks in 1...3 { await store.receive(.tick) { $0.ticks = ticks } }
    await store.send(.toggle) { $0.isOn = false }
    await store.settle()
    #expect(store.inFlight == [])
  }
}

// MARK: - Fixtures

private struct Watch: Reducer {
  struct State: Equatable {
    var isOn = false
    var ticks = 0
  }

  enum Action: Sendable { case toggle, tick }

  @Dependency(\.continuousClock) var clock
  var ticksAtStart = false

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggle: state.isOn.toggle()
      case .tick: state.ticks += 1
      }
      return .none
    }
    .subscription(while: \.isOn) {
      .run(name: "watch") { send in
        if ticksAtStart { await send(.tick) }
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    }
  }
}
