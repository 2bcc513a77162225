import RatchetTesting

@MainActor @Suite("A subscription")
struct SubscriptionTests {
  @Test("runs while the state declares it")
  func declared() {
    let store = RadioStore()
    #expect(store.subscribed == [])
    store.change { $0.isOn = true }
    #expect(store.subscribed == ["on"])
    store.change { $0.heard = ["something else"] }
    #expect(store.subscribed == ["on"])
    #expect(store.statistics.effectsStarted == 1)
    store.change { $0.isOn = false }
    #expect(store.inFlight.isEmpty)
    #expect(store.statistics.effectsCancelled == 1)
  }

  @Test("that the initial state declares has started when the store is made")
  func initialState() {
    let started = Box<[String]>([])
    let store = RadioStore(.init(isOn: true, channel: 4, downloads: [1, 2])) { name, _ in
      started.value.append(name)
      await untilCancelled()
    }
    #expect(started.value == ["on", "channel 4", "download 1", "download 2"])
    #expect(store.subscribed == started.value)
    #expect(store.subscriptions.allSatisfy { $0.startedBy == "initialState" })
  }

  @Test("follows its id: the effect of the old one is cancelled, that of the new one starts")
  func id() {
    let store = RadioStore()
    store.change { $0.channel = 1 }
    store.change { $0.channel = 1 }
    #expect(store.subscribed == ["channel 1"])
    store.change { $0.channel = 2 }
    #expect(store.subscribed == ["channel 2"])
    #expect(store.statistics.effectsStarted == 2)
    store.change { $0.channel = nil }
    #expect(store.subscribed == [])
  }

  @Test("is one of each id; others are left alone when ids come, go and move")
  func ids() {
    let store = RadioStore()
    store.change { $0.downloads = [1, 2, 3] }
    store.change { $0.downloads = [3, 4, 1] }
    #expect(store.subscribed == ["download 1", "download 3", "download 4"])
    #expect(store.statistics.effectsStarted == 4)
    #expect(store.statistics.effectsCancelled == 1)
    store.change { $0.downloads = [] }
    #expect(store.inFlight.isEmpty)
  }

  @Test("starts after the effects that the action returned, in the order of declaration")
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
    #expect(started.value == ["returned", "on", "channel 1", "download 2", "download 1"])
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

  @Test("that has ended stays ended, until it was not declared once")
  func ended() {
    let count = Box(0)
    let store = RadioStore { _, send in
      count.value += 1
      await send(.heard("\(count.value)"))
    }
    store.change { $0.isOn = true }
    store.change { $0.heard.append("x") }
    #expect(store.heard == ["1", "x"])
    #expect(store.inFlight.isEmpty)
    store.change { $0.isOn = false }
    store.change { $0.isOn = true }
    #expect(store.heard == ["1", "x", "2"])
  }

  @Test("that was cancelled by an id of its own stays ended as well")
  func cancelledByID() {
    let store = Store(initialState: Radio.State(isOn: true)) {
      Reduce<Radio.State, Radio.Action> { state, action in
        switch action {
        case .change(let change): change(&state)
        case .start(let effect): return effect
        case .heard: break
        }
        return .none
      }
      .subscription(while: \.isOn) {
        .run(name: "on") { _ in await untilCancelled() }.cancellable(id: "id")
      }
    }
    #expect(store.subscriptions.map(\.ids) == [[#""id""#]])
    store.send(.start(.cancel(id: "id")))
    store.send(.change { _ in })
    #expect(store.inFlight.isEmpty)
  }

  @Test("that throws is reported with its origin, and stays ended")
  func throwing() {
    struct Failure: Error {}
    let messages = Messages()
    let store = RadioStore(.init(isOn: true), log: messages) { _, _ in throw Failure() }
    store.change { _ in }
    #expect(messages.all.count == 1)
    #expect(messages.texts[0].hasPrefix("Effect \"on\" (RatchetTests/Radio.swift:"))
    #expect(messages.texts[0].contains("started by initialState) threw an error"))
    #expect(messages.all[0].fileID == "RatchetTests/Radio.swift")
    #expect(store.inFlight.isEmpty)
  }

  @Test("is marked among the effects in flight, and listed apart")
  func listed() {
    let store = RadioStore()
    store.send(.start(.run(name: "other") { _ in await untilCancelled() }))
    store.change { $0.channel = 3 }
    #expect(store.inFlight.map(\.name) == ["other", "channel 3"])
    #expect(store.inFlight.map(\.isSubscription) == [false, true])
    #expect(store.inFlight.map(\.subscriptionID) == [nil, "3"])
    #expect(store.subscriptions == [store.inFlight[1]])
    #expect(store.subscriptions[0].description.contains("subscription 3, started by change("))
  }

  @Test("may be none, one action, several effects, or a sequence of them")
  func kinds() {
    let store = Store(initialState: Radio.State()) {
      Radio()
        .subscription(while: \.isOn) { .none }
        .subscription(while: \.isOn) { .send(.heard("sent")) }
        .subscription(while: \.isOn) {
          .merge(
            .run(name: "a") { _ in await untilCancelled() },
            .run(name: "b") { _ in await untilCancelled() })
        }
        .subscription(while: \.isOn) {
          .concatenate(.send(.heard("first")), .run(name: "c") { _ in await untilCancelled() })
        }
    }
    store.change { $0.isOn = true }
    #expect(store.heard == ["sent", "first"])
    #expect(store.subscribed == ["on", "a", "b", "c"])
    store.change { $0.isOn = false }
    #expect(store.isClean)
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

  @Test("may end itself while it starts")
  func endsItself() async {
    let store = RadioStore { name, send in
      await send(.change { $0.isOn = false })
      await send(.heard("too late"))
    }
    store.change { $0.isOn = true }
    await store.finish()
    #expect(store.heard == [])
    #expect(store.isClean)
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
  /// Whether nothing is left in the ledger.
  var isClean: Bool { registry.isClean && inFlight.isEmpty }
}
