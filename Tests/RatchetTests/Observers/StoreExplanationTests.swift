import RatchetTesting
import TestSupport

@MainActor @Suite("A store explains what it is waiting for")
struct StoreExplanationTests {
  let clock = TestClock()

  @Test("as indented text, with ages, what was sent last, and where effects come from")
  func text() {
    let store = store(observers: [EffectHistory(of: Script.self)])
    store.send("open")
    clock.advance(by: .milliseconds(1_500))
    #expect(
      withoutFiles(store.explain()) == """
        2 effects in flight
        effect 2 "watch" (FILE)
          cancellable by "watch"
          for 1.5 s
          sent last: noted
          started by open
        effect 4 "load" (FILE)
          cancellable by "load"
          for 1.5 s
          started by changed, sent by effect 3 "relay"
          started by opened, sent by effect 1 send
          started by open
        """)
  }

  @Test("without a history as far as the store itself knows")
  func withoutHistory() {
    let store = store(observers: [])
    store.send("open")
    #expect(
      withoutFiles(store.explain()) == """
        2 effects in flight
        effect 2 "watch" (FILE)
          cancellable by "watch"
          started by open
        effect 4 "load" (FILE)
          cancellable by "load"
          started by changed
        """)
  }

  @Test("with its subscriptions, and what has not returned")
  func subscriptions() {
    let store = Store(
      initialState: Radio.State(channel: 5), observers: [EffectHistory(of: Radio.self)]
    ) {
      Radio()
    } withDependencies: {
      $0.continuousClock = clock
    }
    #expect(
      withoutFiles(store.explain()) == """
        0 effects in flight, 1 for subscriptions
        effect 1 "channel 5" (FILE)
          subscription 5
          for 0 ns
          started by initialState
        """)
    store.change { $0.channel = nil }
    #expect(store.explain() == "0 effects in flight, 1 cancelled but still running")
  }

  @Test(
    "with as many ancestors as the history remembers, however long the chain is",
    .deep(10_000, small: 100))
  func limit() {
    let store = Store(
      initialState: [], observers: [EffectHistory(of: Chain.self, limit: 2)]
    ) {
      Chain()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let count = Deep.size
    store.send(count)
    let text = store.explain()
    #expect(text.contains("\neffect \(count + 1) "))
    #expect(text.split(separator: "  started by ").count == 4)
    #expect(text.hasSuffix("started by 2, sent by effect \(count - 2)"))
  }

  private func store(observers: [any StoreObserver<[String], String>]) -> ScriptStore {
    Store(initialState: [], observers: observers) {
      Script(effects: [
        "open": .merge(
          .send("opened"),
          .run(name: "watch") { send in
            await send("noted")
            await untilCancelled()
          }
          .cancellable(id: "watch")),
        "opened": .run(name: "relay") { send in await send("changed") },
        "changed": .run(name: "load") { _ in await untilCancelled() }
          .cancellable(id: "load", cancelInFlight: true),
      ])
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  private func withoutFiles(_ text: String) -> String {
    text.replacing(#/\([^)]*\.swift:\d+\)/#, with: "(FILE)")
  }
}

// MARK: - Fixtures

/// Counts down, each step by an effect, and stays in flight at zero.
private struct Chain: Reducer {
  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    action > 0 ? .send(action - 1) : .run { _ in await untilCancelled() }
  }
}
