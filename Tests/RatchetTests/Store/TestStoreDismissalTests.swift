import RatchetTesting
import TestSupport

@MainActor @Suite("isDismissed of a test store")
struct TestStoreDismissalTests {
  @Test("is true after the step whose effect has called dismiss")
  func called() async {
    let store = TestStore(initialState: [String]()) {
      Script(effects: [
        "start": .run { _ in await untilCancelled() },
        "close": .run { _ in await dismissFeature() },
      ])
    }
    await store.send("start") { $0 = ["start"] }
    #expect(!store.isDismissed)
    await store.send("close") { $0 = ["start", "close"] }
    #expect(store.isDismissed)
    #expect(store.inFlight.isEmpty)
    await store.finish()
  }

  @Test("makes an action that is sent afterwards a failure")
  func later() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: [String]()) {
        Script(effects: ["close": .run { _ in await dismissFeature() }])
      }
      await store.send("close") { $0 = ["close"] }
      await store.send("late")
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("An action was sent to a store that was dismissed: late") == true)
  }

  @Test("waits until what was sent before has been received, and drops what was not sent by then")
  func parked() async {
    let store = TestStore(initialState: [String]()) {
      Script(effects: [
        "begin": .merge(
          .run { send in
            await send("one")
            await send("two")
            await untilCancelled()
          },
          .run { _ in await dismissFeature() },
          .run { send in
            await untilCancelled()
            await send("late")
          })
      ])
    }
    await store.send("begin") { $0 = ["begin"] }
    #expect(!store.isDismissed)
    await store.receive("one") { $0.append("one") }
    await store.receive("two") { $0.append("two") }
    #expect(store.isDismissed)
    await store.finish()
    let plain = ScriptStore([
      "begin": .merge(
        .run { send in
          await send("one")
          await send("two")
        },
        .run { _ in await dismissFeature() })
    ])
    await plain.send("begin").finish()
    #expect(plain.state == ["begin", "one", "two"])
  }

  @Test("comes, under any schedule, after or before what others send", .seeds())
  func schedules() async {
    let store = TestStore(initialState: [String](), schedule: .seed(Seeds.current)) {
      Script(effects: [
        "begin": .merge(
          .run { send in
            await Task.yield()
            await send("one")
          },
          .run { _ in
            await Task.yield()
            await dismissFeature()
          },
          .run { send in
            await Task.yield()
            await send("two")
          })
      ])
    }
    store.exhaustivity = .off
    await store.send("begin")
    await store.finish()
    #expect(store.isDismissed)
    #expect(Set(store.state).isSubset(of: ["begin", "one", "two"]))
    #expect(store.inFlight.isEmpty)
  }
}
