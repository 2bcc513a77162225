import RatchetTesting
import TestSupport

@testable import Ratchet

@MainActor @Suite("A task that waits for what an action has started, or cancels it,")
struct FinishOrCancelTests {
  @Test("returns when nothing of it is left")
  func finish() async {
    let signal = Signal()
    let store = ScriptStore([
      "pulled": .run { send in
        await signal.wait()
        await send("loaded")
      },
      "loaded": .run { send in await send("shown") },
    ])
    let task = store.send("pulled")
    let waiter = Task.immediate { @MainActor in await task.finishOrCancel() }
    signal.open()
    await waiter.value
    #expect(store.state == ["pulled", "loaded", "shown"])
    #expect(!task.isCancelled)
    #expect(store.isAtRest)
  }

  @Test("cancels the whole of it when it is cancelled, and nothing else")
  func cancel() async {
    let store = ScriptStore([
      "pulled": .merge(.send("loading"), .run { _ in await untilCancelled() }),
      "loading": .run { _ in await untilCancelled() },
      "other": .run { _ in await untilCancelled() },
    ])
    let other = store.send("other")
    let task = store.send("pulled")
    let waiter = Task.immediate { @MainActor in await task.finishOrCancel() }
    #expect(store.inFlight.count == 3)
    waiter.cancel()
    await waiter.value
    #expect(task.isCancelled)
    #expect(store.inFlight.map(\.cause) == ["other"])
    other.cancel()
    await other.finish()
    #expect(store.isAtRest)
  }

  @Test(
    "returns after the cleanup of what it cancels",
    .with(CancelledOperations.$timeLimit, .seconds(60)))
  func cleanup() async {
    let store = ScriptStore(["pulled": .run { _ in await untilCleanedUp() }])
    let task = store.send("pulled")
    let waiter = Task.immediate { @MainActor in await task.finishOrCancel() }
    waiter.cancel()
    await waiter.value
    #expect(store.isAtRest)
  }

  @Test(
    "does all that by events, which turns of the main queue only make faster",
    .with(Gate.$rounds, 0), .with(CancelledOperations.$rounds, 0),
    .with(CancelledOperations.$timeLimit, .seconds(60)))
  func events() async {
    await finish()
    await cancel()
    await cleanup()
  }

  @Test(
    "does not wait if all operations have returned in the last turn",
    .with(CancelledOperations.$rounds, 0))
  func lastRound() {
    let operations = CancelledOperations()
    var hasReturned = false
    _ = Task.immediate { @MainActor in
      await operations.wait()
      hasReturned = true
    }
    #expect(hasReturned)
  }

  @Test("cancels it when it was cancelled before it waits")
  func cancelledBefore() async {
    let store = ScriptStore(["pulled": .run { _ in await untilCancelled() }])
    let task = store.send("pulled")
    let waiter = Task { @MainActor in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await task.finishOrCancel()
    }
    await waiter.value
    #expect(task.isCancelled)
    #expect(store.isAtRest)
  }
}
