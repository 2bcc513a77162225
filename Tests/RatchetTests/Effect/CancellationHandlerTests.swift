import RatchetTesting

@MainActor @Suite("What a cancellation handler does while a cancel is carried out")
struct CancellationHandlerTests {
  @Test("sending starts effects as usual, also under the id that is being cancelled")
  func sends() async {
    let world = Handled { store in store.send("again") }
    world.store.send("begin")
    world.store.send("stop")
    #expect(world.store.state == ["begin", "stop", "again", "new"])
    #expect(world.store.inFlight.map(\.cause) == ["again"])
    await world.end()
  }

  @Test("sending from outside of a reducer is reduced at once, and what is cancelled stays so")
  func sendsFromHandle() async {
    let world = Handled { store in store.send("again") }
    let task = world.store.send("begin")
    task.cancel()
    #expect(world.store.state == ["begin", "again", "new"])
    #expect(world.store.inFlight.map(\.cause) == ["again"])
    await task.finish()
    await world.end()
  }

  @Test("cancelling another effect reaches it")
  func cancels() async {
    let other = Slot<StoreTask>()
    let world = Handled { _ in other.value?.cancel() }
    other.value = world.store.send("other")
    world.store.send("begin")
    world.store.send("stop")
    #expect(world.store.inFlight.isEmpty)
    #expect(other.value?.isCancelled == true)
    await world.end()
  }

  @Test("starting an effect with cancelInFlight in each of many handlers leaves one")
  func many() async {
    let slot = Slot<ScriptStore>()
    let handled = Effect<String>.run { _ in
      await withTaskCancellationHandler {
        await untilCancelled()
      } onCancel: {
        MainActor.assumeIsolated { _ = slot.value?.send("again") }
      }
    }
    let store = ScriptStore([
      "begin": .merge((0..<20).map { _ in handled }).cancellable(id: 1),
      "again": .run { _ in await untilCancelled() }.cancellable(id: 2, cancelInFlight: true),
      "stop": .cancel(id: 1), "end": .cancel(id: 2),
    ])
    slot.value = store
    store.send("begin")
    store.send("stop")
    #expect(store.count == 22)
    #expect(store.inFlight.map(\.cause) == ["again"])
    store.send("end")
    await store.finish()
    #expect(store.isAtRest)
    slot.value = nil
  }

  @Test("releasing the store takes effect after the send, which goes on to its end")
  func releases() async {
    let slot = Slot<ScriptStore>()
    let reduced = Box<[String]>([])
    slot.value = ScriptStore([
      "begin": .run { _ in
        await withTaskCancellationHandler {
          await untilCancelled()
        } onCancel: {
          MainActor.assumeIsolated { slot.value = nil }
        }
      }.cancellable(id: 1),
      "other": .run { send in
        await send("stop")
        await send("end of other")
        await untilCancelled()
        await send("never")
      },
      "stop": .merge(.cancel(id: 1), .send("1"), .run { await $0("2") }),
    ]) { reduced.value.append($0) }
    weak let weakly = slot.value
    slot.value?.send("begin")
    slot.value?.send("other")
    #expect(reduced.value == ["begin", "other", "stop", "end of other", "1", "2"])
    #expect(weakly == nil)
  }

  @Test("an effect that ends while it is cancelled goes on with nothing of its concatenation")
  func concatenation() async {
    let world = Handled { _ in }
    let task = world.store.send("sequence")
    world.store.send("stop")
    await task.finish()
    #expect(world.store.state == ["sequence", "stop"])
    await world.end()
  }

  @Test("reading the state is possible, because no reducer runs")
  func readsState() async {
    let seen = Box<[String]>([])
    let world = Handled { store in seen.value = store.state }
    world.store.send("begin")
    world.store.send("stop")
    #expect(seen.value == ["begin", "stop"])
    await world.end()
  }
}

// MARK: - Fixtures

/// A store with an effect whose cancellation handler does something with it.
@MainActor private final class Handled {
  let store: ScriptStore
  private let slot = Slot<ScriptStore>()

  init(_ handle: @escaping @MainActor @Sendable (ScriptStore) -> Void) {
    let slot = slot
    let handled = Effect<String>.run { _ in
      await withTaskCancellationHandler {
        await untilCancelled()
      } onCancel: {
        MainActor.assumeIsolated { slot.value.map(handle) ?? () }
      }
    }
    store = ScriptStore([
      "begin": handled.cancellable(id: 1),
      "sequence": .concatenate(handled, .send("never")).cancellable(id: 1),
      "other": .run { _ in await untilCancelled() },
      "again": .merge(.run { _ in await untilCancelled() }.cancellable(id: 1), .send("new")),
      "stop": .cancel(id: 1),
    ])
    slot.value = store
  }

  /// Ends what is in flight; nothing must be left then.
  func end() async {
    slot.value = nil
    store.send("stop")
    await store.finish()
    #expect(store.isAtRest)
  }
}
