import RatchetTesting

@MainActor @Suite("debounce")
struct DebounceTests {
  @Test("begins the last effect when it has been quiet for exactly the time")
  func exact() async {
    let store = TestStore(initialState: Delays.State()) { Delays() }
    await store.send(.debounce("a", "1")) { $0.append("a1") }
    await store.advance(by: .milliseconds(999))
    await store.send(.debounce("a", "2")) { $0.append("a2") }
    await store.advance(by: .milliseconds(999))
    #expect(store.inFlight.map(\.name) == ["debounce"])
    await store.advance(by: .milliseconds(1))
    await store.receive(.did("2", at: .milliseconds(1_999))) { $0.append("did 2") }
    await store.finish()
  }

  @Test("keeps two ids apart, and the same id in two rows")
  func ids() async {
    let store = TestStore(initialState: DelayRows.State(count: 2)) { DelayRows() }
    await store.send(.row(id: 0, action: .debounce("a", "1")))
    await store.advance(by: .milliseconds(300))
    await store.send(.row(id: 0, action: .debounce("b", "2")))
    await store.send(.row(id: 1, action: .debounce("a", "3")))
    await store.advance(by: .seconds(2))
    await store.receive(.row(id: 0, action: .did("1", at: .seconds(1))))
    await store.receive(.row(id: 0, action: .did("2", at: .milliseconds(1_300))))
    await store.receive(.row(id: 1, action: .did("3", at: .milliseconds(1_300))))
    await store.finish()
  }

  @Test("replaces an effect that has begun")
  func begun() async {
    let store = TestStore(initialState: Delays.State()) { Delays(isLong: true) }
    await store.send(.debounce("a", "1")) { $0.append("a1") }
    await store.advance(by: .seconds(1))
    await store.receive(.did("1", at: .seconds(1))) { $0.append("did 1") }
    #expect(store.inFlight.map(\.name) == ["1"])
    #expect(store.inFlight.first?.ids == ["\"a\""])
    await store.send(.debounce("a", "2")) { $0.append("a2") }
    #expect(store.inFlight.map(\.name) == ["debounce"])
    #expect(store.inFlight.first?.ids == ["\"a\""])
    await store.send(.cancel("a"))
    await store.finish()
  }

  @Test("at the very deadline replaces an effect that has not woken")
  func deadline() async {
    let clock = ManualClock()
    let store = Store(initialState: Delays.State()) { Delays(clock: clock) }
    store.send(.debounce("a", "1"))
    await clock.untilAsleep(1)
    clock.move(to: .seconds(1))
    store.send(.debounce("a", "2"))
    clock.wake()
    #expect(store.inFlight.map(\.cause) == ["debounce(\"a\", \"2\")"])
    await clock.untilAsleep(2)
    clock.move(to: .seconds(2))
    clock.wake()
    await store.finish()
    #expect(store.state == ["a1", "a2", "did 2"])
  }

  @Test("does not cancel itself when it begins with a cancel of its own id")
  func ownID() async {
    let store = TestStore(initialState: Delays.State()) { Delays() }
    await store.send(.debounceCancelling("a", "1")) { $0.append("a1") }
    await store.advance(by: .seconds(1))
    await store.receive(.did("1", at: .seconds(1))) { $0.append("did 1") }
    await store.finish()
  }

  @Test("goes on with what comes after it in a sequence, also when it is cancelled")
  func sequence() async {
    let store = TestStore(initialState: Delays.State()) { Delays() }
    await store.send(.debounceThen("a", "1", "2")) { $0.append("a1") }
    await store.advance(by: .seconds(1))
    await store.receive(.did("1", at: .seconds(1))) { $0.append("did 1") }
    await store.receive(.did("2", at: .seconds(1))) { $0.append("did 2") }
    await store.send(.debounceThen("a", "3", "4")) { $0.append("a3") }
    await store.send(.cancel("a"))
    await store.receive(.did("4", at: .seconds(1))) { $0.append("did 4") }
    await store.finish()
  }

  @Test(
    "ends without a report when its clock ends a sleep by a cancellation, with one for other errors"
  )
  func errors() async {
    struct Broken: Error {}
    for (error, reports) in [(CancellationError(), 0), (Broken(), 1)] as [(any Error, Int)] {
      let messages = Messages()
      let clock = ManualClock()
      let store = Store(initialState: Delays.State(), log: messages) { Delays(clock: clock) }
      store.send(.debounce("a", "1"))
      await clock.untilAsleep(1)
      clock.fail(with: error)
      await store.finish()
      #expect(store.state == ["a1"])
      #expect(messages.texts.count == reports)
      #expect(
        messages.texts.allSatisfy {
          $0.hasPrefix("Effect \"debounce\" (RatchetTests/Delays.swift:")
        })
    }
  }
}
