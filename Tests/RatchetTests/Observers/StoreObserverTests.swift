import RatchetTesting

@MainActor @Suite("An observer of a store")
struct StoreObserverTests {
  let log = ScriptLog()

  @Test("prepares the dependencies, takes the initial state, and hears the end")
  func life() {
    var store: ScriptStore? = Store(initialState: ["a"], observers: [log]) { Script() }
    #expect(log.take() == ["prepare", #"begin ["a"]"#])
    store?.send("b")
    #expect(log.take() == [#"received b from a caller"#, #"reduced b"#])
    store = nil
    #expect(log.take() == ["end"])
  }

  @Test("changes dependencies after the store's own changes, in the order of the observers")
  func dependencies() {
    let observers = ["b", "c"].map(Preparing.init)
    let store = Store(initialState: [], observers: observers) {
      Reduce<[String], String> { state, _ in
        state.append(DependencyValues.current.label)
        return .none
      }
    } withDependencies: {
      $0.label = "a"
    }
    store.send("")
    #expect(store.state == ["abc"])
  }

  @Test("is given the state before and after, and the time that the reducer took")
  func states() {
    let store = ScriptStore([:], observers: [log])
    var reduced: [(before: [String], after: [String], isTimed: Bool)] = []
    log.react = { event in
      if case .reduced(_, _, let before, let after, let duration) = event {
        reduced.append((before, after, duration >= .zero))
      }
    }
    store.send("a")
    store.send("b")
    #expect(reduced.map(\.before) == [[], ["a"]])
    #expect(reduced.map(\.after) == [["a"], ["a", "b"]])
    #expect(reduced.map(\.isTimed) == [true, true])
  }

  @Test("hears of an effect from its start to its end, and what it sends")
  func effect() {
    let store = ScriptStore(
      ["a": .run(name: "work") { send in await send("b") }], observers: [log])
    store.send("a")
    #expect(
      log.take() == [
        #"received a from a caller"#,
        #"reduced a"#,
        #"effect 1 "work" started"#,
        #"effect 1 "work" sent b"#,
        #"received b from effect 1 "work""#,
        #"reduced b"#,
        #"effect 1 "work" finished"#,
      ])
  }

  @Test("hears of an effect that only sends an action")
  func send() {
    let store = ScriptStore(["a": .send("b")], observers: [log])
    store.send("a")
    #expect(
      log.take() == [
        #"received a from a caller"#,
        #"reduced a"#,
        "effect 1 send started",
        #"effect 1 send sent b"#,
        #"received b from effect 1 send"#,
        #"reduced b"#,
        "effect 1 send finished",
      ])
  }

  @Test("hears that a part of a sequence has ended before the next one starts")
  func sequence() {
    let store = ScriptStore(
      ["a": .concatenate(.run(name: "x") { _ in }, .run(name: "y") { _ in })], observers: [log])
    store.send("a")
    #expect(
      log.take().dropFirst(2) == [
        #"effect 2 "x" started"#, #"effect 2 "x" finished"#,
        #"effect 3 "y" started"#, #"effect 3 "y" finished"#,
      ])
  }

  @Test("hears of an error at the end of its effect, after what 'catch:' has sent")
  func failures() {
    let messages = Messages()
    let store = ScriptStore(
      [
        "a": .run(name: "lost") { _ in throw Failure() },
        "b": .run(name: "caught") { _ in
          throw Failure()
        } catch: { _, send in
          await send("c")
        },
        "d": .run(name: "silent") { _ in throw CancellationError() },
      ], observers: [log], log: messages)
    for action in ["a", "b", "d"] { store.send(action) }
    #expect(messages.all.count == 1)
    #expect(
      log.take().filter { $0.hasPrefix("effect") } == [
        #"effect 1 "lost" started"#, #"effect 1 "lost" failed: Failure()"#,
        #"effect 2 "caught" started"#, #"effect 2 "caught" sent c"#,
        #"effect 2 "caught" failed: Failure()"#,
        #"effect 3 "silent" started"#, #"effect 3 "silent" finished"#,
      ])
  }

  @Test("of a test store hears that an action is received when the test receives it")
  func testStore() async {
    let store = TestStore(initialState: [], observers: [log]) {
      Script(effects: ["a": .run(name: "work") { send in await send("b") }])
    }
    _ = log.take()
    await store.send("a") { $0 = ["a"] }
    #expect(
      log.take() == [
        #"received a from a caller"#, #"reduced a"#,
        #"effect 1 "work" started"#, #"effect 1 "work" sent b"#,
      ])
    await store.receive("b") { $0 = ["a", "b"] }
    #expect(
      log.take() == [
        #"received b from effect 1 "work""#, #"reduced b"#, #"effect 1 "work" finished"#,
      ])
  }

  @Test("hears which action and which effect an effect comes from")
  func sender() {
    let store = ScriptStore(["a": .send("b"), "b": .run(name: "last") { _ in }], observers: [log])
    var senders: [Int?] = []
    var causes: [String] = []
    log.react = { event in
      guard case .effectStarted(let effect) = event else { return }
      senders.append(effect.sender)
      causes.append(effect.startedBy)
    }
    store.send("a")
    #expect(senders == [nil, 1])
    #expect(causes == ["a", "b"])
  }
}

// MARK: - Fixtures

private struct Failure: Error {}

private final class Preparing: StoreObserver {
  let label: String

  init(_ label: String) {
    self.label = label
  }

  func prepare(_ dependencies: inout DependencyValues) {
    dependencies.label += label
  }

  func observe(_ event: StoreEvent<[String], String>) {}
}

extension DependencyValues {
  fileprivate var label: String {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }
}

private enum LabelKey: DependencyKey {
  static var liveValue: String { "" }
  static var testValue: String { "" }
}
