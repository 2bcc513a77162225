import RatchetTesting

@MainActor @Suite("throttle")
struct ThrottleTests {
  @Test(
    "begins the first at once, and one at the end of each span: the newest, or the first that waits"
  )
  func spans() async {
    for (latest, second) in [(true, "3"), (false, "2")] {
      let store = TestStore(initialState: Delays.State()) { Delays() }
      await store.send(.throttle("a", "1", latest: latest)) { $0.append("a1") }
      await store.receive(.did("1", at: .zero)) { $0.append("did 1") }
      await store.advance(by: .milliseconds(300))
      await store.send(.throttle("a", "2", latest: latest)) { $0.append("a2") }
      await store.advance(by: .milliseconds(300))
      await store.send(.throttle("a", "3", latest: latest)) { $0.append("a3") }
      #expect(store.inFlight.map(\.ids) == [["\"a\""]])
      await store.advance(by: .milliseconds(399))
      await store.advance(by: .milliseconds(1))
      await store.receive(.did(second, at: .seconds(1))) { $0.append("did \(second)") }
      await store.finish()
    }
  }

  @Test(
    "takes a value at the very deadline instead of one that has not woken",
    arguments: [true, false])
  func deadline(latest: Bool) async {
    let clock = ManualClock()
    let store = Store(initialState: Delays.State()) { Delays(clock: clock) }
    store.send(.throttle("a", "1", latest: latest))
    store.send(.throttle("a", "2", latest: latest))
    await clock.untilAsleep(1)
    clock.move(to: .seconds(1))
    store.send(.throttle("a", "3", latest: latest))
    #expect(store.inFlight.map(\.name) == ["throttle"])
    await clock.untilAsleep(latest ? 2 : 1)
    clock.wake()
    await store.finish()
    #expect(store.state == ["a1", "did 1", "a2", "a3", latest ? "did 3" : "did 2"])
  }

  @Test("holds up neither finish nor the end of a test while nothing waits")
  func idle() async {
    let store = Store(initialState: Delays.State()) { Delays(clock: ManualClock()) }
    store.send(.throttle("a", "1", latest: true))
    await store.finish()
    #expect(store.state == ["a1", "did 1"])
    #expect(store.registry.isClean)
  }

  @Test("is cancelled by its id: what waits never begins, and the span stays")
  func cancel() async {
    let store = TestStore(initialState: Delays.State()) { Delays() }
    await store.send(.throttle("a", "1", latest: true)) { $0.append("a1") }
    await store.receive(.did("1", at: .zero)) { $0.append("did 1") }
    await store.send(.throttle("a", "2", latest: true)) { $0.append("a2") }
    await store.send(.cancel("a"))
    #expect(store.inFlight.isEmpty)
    await store.send(.throttle("a", "3", latest: true)) { $0.append("a3") }
    await store.advance(by: .seconds(1))
    await store.receive(.did("3", at: .seconds(1))) { $0.append("did 3") }
    await store.finish()
  }

  @Test("keeps two ids apart, and the same id in two rows")
  func ids() async {
    let store = TestStore(initialState: DelayRows.State(count: 2)) { DelayRows() }
    for (row, id) in [(0, "a"), (0, "b"), (1, "a")] {
      await store.send(.row(id: row, action: .throttle(id, id, latest: true)))
      await store.receive(.row(id: row, action: .did(id, at: .zero)))
    }
    await store.send(.row(id: 1, action: .throttle("a", "2", latest: true)))
    #expect(store.inFlight.map(\.path) == ["rows[1]"])
    await store.advance(by: .seconds(1))
    await store.receive(.row(id: 1, action: .did("2", at: .seconds(1))))
    await store.finish()
  }

  @Test(
    "ends with its feature: in a row that comes anew nothing is remembered",
    arguments: [true, false])
  func removal(waits: Bool) async {
    let store = TestStore(initialState: DelayRows.State(count: 2)) { DelayRows() }
    for row in 0..<2 {
      await store.send(.row(id: row, action: .throttle("a", "1", latest: true)))
      await store.receive(.row(id: row, action: .did("1", at: .zero)))
      if waits { await store.send(.row(id: row, action: .throttle("a", "2", latest: true))) }
    }
    await store.send(.remove(0)) { $0.rows.remove(id: 0) }
    await store.send(.add(0)) { $0.rows.append(.init(id: 0)) }
    await store.send(.row(id: 0, action: .throttle("a", "3", latest: true)))
    await store.receive(.row(id: 0, action: .did("3", at: .zero)))
    await store.send(.row(id: 1, action: .throttle("a", "4", latest: true)))
    await store.advance(by: .seconds(1))
    await store.receive(.row(id: 1, action: .did("4", at: .seconds(1))))
    await store.finish()
  }

  @Test("does not take the sequence around it, which has the same id, for one that waits")
  func sequence() async {
    let first = Effect.send("b").throttle(
      id: 1, for: .seconds(1), latest: true, clock: ManualClock())
    let store = ScriptStore(["a": .concatenate(first, .send("c")).cancellable(id: 1)])
    await store.send("a").finish()
    #expect(store.state == ["a", "b", "c"])
    #expect(store.isAtRest)
  }

  @Test("does not take an effect that waits in a throttle inside it for one of its own")
  func nested() async {
    let store = TestStore(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        if action.hasPrefix("did") { return .none }
        return .send("did \(action)").throttle(id: action, for: .seconds(3), latest: true)
          .throttle(id: "all", for: .seconds(1), latest: true)
      }
    }
    await store.send("a") { $0.append("a") }
    await store.receive("did a") { $0.append("did a") }
    await store.advance(by: .seconds(1))
    await store.send("a") { $0.append("a") }
    await store.send("b") { $0.append("b") }
    await store.advance(by: .seconds(1))
    await store.receive("did b") { $0.append("did b") }
    await store.advance(by: .seconds(1))
    await store.receive("did a") { $0.append("did a") }
    await store.finish()
  }
}
