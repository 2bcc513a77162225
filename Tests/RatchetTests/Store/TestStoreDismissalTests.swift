import RatchetTesting
import TestSupport

@MainActor @Suite("isDismissed of a test store")
struct TestStoreDismissalTests {
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
