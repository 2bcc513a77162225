import RatchetTesting

@MainActor @Suite("An observer hears of subscriptions")
struct ObservedSubscriptionTests {
  private let log = EventLog<Radio.State, Radio.Action>()

  @Test("that an action stops and starts, with the effects of both")
  func changes() {
    let store = Store(initialState: Radio.State(channel: 5), observers: [log]) { Radio() }
    _ = log.take()
    store.send(.heard("first"))
    #expect(log.take().count == 2)
    store.change { $0.channel = 6 }
    #expect(
      log.take().dropFirst(2).map { $0.replacing(#/, by .*/#, with: ", by an action") } == [
        "subscription 1 (5) was stopped by the state, by an action",
        #"effect 1 "channel 5" was cancelled by the state, by an action"#,
        "subscription 2 (6) started",
        #"effect 2 "channel 6" started"#,
      ])
  }

  @Test("that end by themselves, and stop when they are not declared any more")
  func ended() {
    let store = Store(initialState: Radio.State(), observers: [log]) { Radio { _, _ in } }
    _ = log.take()
    store.change { $0.isOn = true }
    #expect(
      log.take().dropFirst(2) == [
        "subscription 1 started", #"effect 1 "on" started"#, #"effect 1 "on" finished"#,
      ])
    store.change { $0.isOn = false }
    #expect(log.take().count == 3)
  }

  @Test("that are drained, or end with their store")
  func ends() async {
    for drains in [true, false] {
      var store: RadioStore? = Store(initialState: Radio.State(channel: 5), observers: [log]) {
        Radio()
      }
      _ = log.take()
      if drains { _ = await store?.drain(within: .zero) }
      store = nil
      let reason = drains ? "by draining" : "with its store"
      #expect(
        log.take() == [
          "subscription 1 (5) was stopped \(reason)",
          #"effect 1 "channel 5" was cancelled \#(reason)"#, "end",
        ])
    }
  }

  @Test("of changes of shared values, which draining does not stop, also in a child")
  func drainedSharing() async {
    let log = EventLog<Mixer.State, Mixer.Action>()
    let storage = SharedStorage()
    var store: StoreOf<Mixer>? = Store(initialState: Mixer.State(), observers: [log]) {
      Mixer()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    _ = await store?.drain(within: .zero)
    #expect(log.take().filter { $0.contains("stopped") } == [])
    store = nil
    #expect(
      log.take().filter { $0.contains("stopped") } == [
        #"subscription 1 ("volume") in volume was stopped with its store"#,
        #"subscription 2 ("balance") was stopped with its store"#,
      ])
  }

  @Test("that stop together, in the order in which they started", arguments: [true, false])
  func order(byState: Bool) {
    var store: RadioStore? = Store(
      initialState: Radio.State(downloads: Array(1...8)), observers: [log]
    ) {
      Radio()
    }
    _ = log.take()
    if byState { store?.change { $0.downloads = [] } }
    withExtendedLifetime(store) {}
    store = nil
    let stopped = log.take().compactMap { $0.firstMatch(of: /subscription (\d+).* was stopped/)?.1 }
    #expect(stopped == (1...8).map { "\($0)" })
  }
}

// MARK: - Fixtures

/// Keeps a field of its own, and one of a child.
private struct Mixer: Reducer {
  struct State: Equatable {
    var balance = 0
    var volume = 0
  }

  enum Action { case balanceChanged, volume(Int) }

  var body: some ReducerOf<Self> {
    Scope(state: \.volume, action: Action.volume) {
      Reduce<Int, Int> { _, _ in .none }
        .kept(\.self, in: SharedKey("volume", default: 0, in: .memory), changed: 1)
    }
    Reduce { _, _ in .none }
      .kept(
        \.balance, in: SharedKey("balance", default: 0, in: .memory), changed: .balanceChanged)
  }
}
