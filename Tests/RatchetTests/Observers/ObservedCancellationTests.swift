import RatchetTesting

@MainActor @Suite("An observer hears why an effect was cancelled")
struct ObservedCancellationTests {
  let log = ScriptLog()

  @Test(
    "by an id, of a cancel, of a newer effect, of a part of a sequence; and that it had not started",
    arguments: [
      (
        .cancel(id: 7),
        [
          "received stop from a caller", "reduced stop",
          #"effect 1 "work" was cancelled by id 7, by stop"#,
        ]
      ),
      (
        .run(name: "new") { _ in await untilCancelled() }
          .cancellable(id: 7, cancelInFlight: true),
        [#"effect 1 "work" was cancelled by id 7, by stop"#, #"effect 2 "new" started"#]
      ),
      (
        .concatenate(.run(name: "first") { _ in }, .cancel(id: 7)),
        [#"effect 1 "work" was cancelled by id 7, by stop"#]
      ),
      (
        .merge(.run(name: "pending") { _ in }.cancellable(id: 8), .cancel(id: 8)),
        [#"effect 2 "pending" was cancelled by id 8, by stop, before it started"#]
      ),
    ] as [(Effect<String>, [String])])
  func id(stop: Effect<String>, lines: [String]) {
    let store = store(["stop": stop])
    store.send("start")
    store.send("stop")
    #expect(log.take().suffix(lines.count) == lines)
  }

  @Test("by the handle of its action")
  func handle() {
    let store = store()
    store.send("start").cancel()
    #expect(log.take().last == #"effect 1 "work" was cancelled by its handle"#)
  }

  @Test("by draining")
  func drain() async {
    let store = withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      self.store()
    }
    store.send("start")
    _ = await store.drain(within: .zero)
    #expect(log.take().last == #"effect 1 "work" was cancelled by draining"#)
  }

  @Test("by the dismissal of the store, which drops what is sent later")
  func dismissal() {
    let messages = Messages()
    let store = ScriptStore(
      [
        "start": .run(name: "work") { _ in await untilCancelled() },
        "dismiss": .run(name: "close") { _ in
          await DependencyValues.current.dismiss()
        },
      ], observers: [log], log: messages)
    store.send("start")
    store.send("dismiss")
    store.send("late")
    #expect(messages.all.count == 1)
    #expect(
      log.take().dropFirst(6) == [
        #"effect 1 "work" was cancelled by dismissal"#,
        #"effect 2 "close" was cancelled by dismissal"#,
        #"dropped late from a caller: the store was dismissed"#,
      ])
  }

  @Test("by the release of the store, before the end")
  func release() {
    var store: ScriptStore? = store()
    store?.send("start")
    // Keeps the optimizer from releasing the store before the log is emptied.
    withExtendedLifetime(store) { _ = log.take() }
    store = nil
    #expect(log.take() == [#"effect 1 "work" was cancelled with its store"#, "end"])
  }

  @Test("by the release of the store in its reducer, before the end")
  func releaseInReducer() async {
    let slot = Slot<ScriptStore>()
    let signal = Signal()
    slot.value = ScriptStore(
      [
        "start": .run(name: "work") { send in
          await signal.wait()
          await send("release")
        }
      ], observers: [log]
    ) {
      if $0 == "release" { slot.value = nil }
    }
    let task = slot.value?.send("start")
    _ = log.take()
    signal.open()
    await task?.finish()
    #expect(
      log.take() == [
        #"effect 1 "work" sent release"#,
        #"received release from effect 1 "work""#,
        #"effect 1 "work" was cancelled with its store"#, "end",
      ])
  }

  @Test("by a test that skips it")
  func skipped() async {
    let store = TestStore(initialState: [], observers: [log]) {
      Script(effects: ["start": .run(name: "work") { _ in await untilCancelled() }])
    }
    await store.send("start") { $0 = ["start"] }
    _ = log.take()
    await store.skipInFlightEffects()
    #expect(log.take() == [#"effect 1 "work" was cancelled by draining"#])
  }

  @Test("with its feature, in the order in which effects were returned")
  func removal() {
    let log = EventLog<Parent.State, Parent.Action>()
    let store = Store(initialState: Parent.State(), observers: [log]) { Parent() }
    store.send(.show)
    store.send(.child(.start))
    _ = log.take()
    store.send(.hide)
    #expect(
      log.take() == [
        "received hide from a caller", "reduced hide",
        #"effect 1 "first" was cancelled with its feature, by hide"#,
        #"effect 2 "second" was cancelled with its feature, by hide"#,
      ])
  }

  @Test("and of what it had in the queue or sends later, after the cancel")
  func dropped() async {
    let signal = Signal()
    let sent = Signal()
    let log = log
    let store = store([
      "late": .run(name: "deaf") { send in
        await signal.wait()
        await Task { @MainActor in await send("x") }.value
        sent.open()
      }
      .cancellable(id: 8),
      "cancel": .cancel(id: 8),
    ])
    store.send("late")
    store.send("cancel")
    _ = log.take()
    signal.open()
    await sent.wait()
    #expect(log.take() == [#"dropped x from effect 1 "deaf": its sender was cancelled"#])
  }

  @Test("and of what is sent after an effect has ended")
  func ended() async {
    let kept = Slot<Send<String>>()
    let messages = Messages()
    let store = ScriptStore(
      ["a": .run(name: "leak") { send in kept.value = send }], observers: [log], log: messages)
    store.send("a")
    _ = log.take()
    await kept.value?("late")
    #expect(messages.all.count == 1)
    #expect(log.take() == [#"dropped late from effect 1 "leak": its sender had ended"#])
  }

  @Test("and of what was queued for a cancelled handle")
  func queued() {
    let made = Slot<ScriptStore>()
    let store = ScriptStore([:], observers: [log]) { action in
      if action == "a" { made.value?.send("b").cancel() }
    }
    made.value = store
    store.send("a")
    made.value = nil
    #expect(
      log.take() == [
        #"received a from a caller"#, "queued b from a caller", #"reduced a"#,
        #"dropped b from a caller: its handle was cancelled"#,
      ])
  }

  @Test("and of what is sent to a child that has left the state")
  func absentChild() throws {
    let log = EventLog<Parent.State, Parent.Action>()
    let messages = Messages()
    let store = Store(initialState: Parent.State(), observers: [log]) {
      Parent()
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.show)
    let child = try #require(store.scope(state: \.child, action: Parent.Action.child))
    store.send(.hide)
    _ = log.take()
    child.send(.start)
    #expect(messages.all.count == 1)
    #expect(
      log.take() == [
        "dropped child(.start) from a caller: the child of its scoped store had left the state"
      ])
  }

  private func store(_ effects: [String: Effect<String>] = [:]) -> ScriptStore {
    let start = Effect<String>.run(name: "work") { _ in await untilCancelled() }
    return ScriptStore(
      effects.merging(["start": start.cancellable(id: 7)]) { first, _ in first },
      observers: [log])
  }
}

// MARK: - Fixtures

private struct Parent: Reducer {
  struct State: Equatable { var child: Child.State? }

  enum Action { case show, hide, child(Child.Action) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show: state.child = Child.State()
      case .hide: state.child = nil
      case .child: break
      }
      return .none
    }
    .ifLet(\.child, action: Action.child) { Child() }
  }
}

private struct Child: Reducer {
  struct State: Equatable {}

  enum Action { case start }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .merge(
      .run(name: "first") { _ in await untilCancelled() },
      .run(name: "second") { _ in await untilCancelled() })
  }
}
