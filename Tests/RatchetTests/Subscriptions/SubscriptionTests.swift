import RatchetTesting

@MainActor @Suite("A subscription")
struct SubscriptionTests {
  @Test("that the initial state declares has started when the store is made")
  func initialState() {
    let started = Box<[String]>([])
    let store = RadioStore(.init(isOn: true, channel: 4, downloads: [1, 2])) { name, _ in
      started.value.append(name)
      await untilCancelled()
    }
    #expect(started.value == ["on", "channel 4", "download 1", "download 2"])
    #expect(store.subscribed == started.value)
    #expect(store.inFlight.filter(\.isSubscription).allSatisfy { $0.cause == "initialState" })
  }

  @Test("hears what the effects of the action that turned it on say as they start")
  func hears() async {
    let (words, bus) = AsyncStream<String>.makeStream()
    let isListening = Box(false)
    let hasEnded = Signal()
    let store = Store(initialState: Radio.State()) {
      Reduce<Radio.State, Radio.Action> { state, action in
        guard case .change = action else { return .none }
        return .run { _ in
          if isListening.value { bus.yield("welcome") }
          bus.finish()
        }
      }
      Radio { _, send in
        isListening.value = true
        for await word in words { await send(.heard(word)) }
        hasEnded.open()
      }
    }
    store.change { $0.isOn = true }
    await hasEnded.wait()
    #expect(store.heard == ["welcome"])
  }

  @Test("starts before the effects that the action returned, in the order of declaration")
  func order() {
    let started = Box<[String]>([])
    let store = Store(initialState: Radio.State()) {
      Reduce<Radio.State, Radio.Action> { state, _ in
        state = Radio.State(isOn: true, channel: 1, downloads: [2, 1])
        return .run { _ in started.value.append("returned") }
      }
      Radio { name, _ in started.value.append(name) }
    }
    store.change { _ in }
    #expect(started.value == ["on", "channel 1", "download 2", "download 1", "returned"])
  }

  @Test("is cancelled before the next action is reduced, which was queued already")
  func cancelledBeforeNext() async {
    let sends = Box<[Send<Radio.Action>]>([])
    let store = RadioStore(.init(isOn: true)) { _, send in
      sends.value.append(send)
      await untilCancelled()
    }
    let send = sends.value[0]
    let isSent = Box(false)
    store.change { state in
      state.isOn = false
      // Queued, because a reducer runs.
      MainActor.assumeIsolated {
        isSent.value = true
        _ = Task.immediate { await send(.heard("late")) }
      }
    }
    await store.finish()
    #expect(isSent.value)
    #expect(store.heard == [])
    #expect(store.statistics.actionsDropped == 1)
  }

  @Test("is marked among the effects in flight, and listed apart")
  func listed() {
    let store = RadioStore()
    store.send(.start(.run(name: "other") { _ in await untilCancelled() }))
    store.change { $0.channel = 3 }
    #expect(store.inFlight.map(\.name) == ["other", "channel 3"])
    #expect(store.inFlight.map(\.isSubscription) == [false, true])
    #expect(store.inFlight.map(\.subscriptionID) == [nil, "3"])
    #expect(store.inFlight.filter(\.isSubscription) == [store.inFlight[1]])
    #expect(store.inFlight[1].description.contains("subscription 3, started by change("))
  }

  @Test("may send while it starts, and be ended by that before others have started")
  func sendsAtStart() {
    let store = RadioStore { name, send in
      if name == "on" { await send(.change { $0.downloads = [2] }) }
      await untilCancelled()
    }
    store.change { $0 = Radio.State(isOn: true, downloads: [1]) }
    #expect(store.subscribed == ["on", "download 2"])
    #expect(store.statistics.effectsStarted == 2)
  }

  @Test("that is declared and not any more before its turn to start never runs")
  func abandoned() {
    let started = Box<[String]>([])
    let store = RadioStore { name, send in
      started.value.append(name)
      if name == "on" { await send(.change { $0.channel = nil }) }
    }
    store.change { $0 = Radio.State(isOn: true, channel: 1) }
    #expect(started.value == ["on"])
    #expect(store.isClean)
  }
}

// MARK: - Fixtures

extension Store {
  /// Whether nothing is in flight.
  var isClean: Bool { registry.isClean && inFlight.isEmpty }
}
