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
