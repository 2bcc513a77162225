import RatchetTesting
import TestSupport

@MainActor @Suite("100,000 actions that each cause the next do not grow the stack")
struct StackTests {
  @Test("by a reducer that sends", .deep(100_000, small: 1_000))
  func reducer() {
    let (stack, count) = (StackSpread(), Deep.size)
    let box = Slot<Store<Int, Int>>()
    box.value = makeStore(stack) { action in
      if action < count { box.value?.send(action + 1) }
      return .none
    }
    box.value?.send(0)
    #expect(box.value?.state == count + 1)
    #expect(stack.spread < 16_384)
    box.value = nil
  }

  @Test("by Effect.send", .deep(100_000, small: 1_000))
  func effectSend() {
    let (stack, count) = (StackSpread(), Deep.size)
    let store = makeStore(stack) { $0 < count ? .send($0 + 1) : .none }
    store.send(0)
    #expect(store.state == count + 1)
    #expect(stack.spread < 16_384)
  }

  @Test("by operations that send without suspending", .deep(100_000, small: 1_000))
  func run() async {
    let (stack, count) = (StackSpread(), Deep.size)
    let store = makeStore(stack) { action in
      action < count ? .run { await $0(action + 1) } : .none
    }
    store.send(0)
    #expect(store.state == count + 1)
    #expect(stack.spread < 16_384)
    await store.finish()
  }

  @Test("by a concatenation of as many parts", .deep(100_000, small: 1_000))
  func concatenate() {
    let (stack, count) = (StackSpread(), Deep.size)
    let store = makeStore(stack) { action in
      action == 0 ? .concatenate((1...count).map { .send($0) }) : .none
    }
    store.send(0)
    #expect(store.state == count + 1)
    #expect(stack.spread < 16_384)
  }

  @Test("by mapped effects that cancel one another", .deep(20_000, small: 1_000))
  func cancelInFlight() async {
    let (stack, count) = (StackSpread(), Deep.size)
    let store = makeStore(stack) { action in
      action < count
        ? .run { send in
          await send(action + 1)
          await untilCancelled()
        }.cancellable(id: 0, cancelInFlight: true)
        : .cancel(id: 0)
    }
    store.send(0)
    #expect(store.state == count + 1)
    #expect(stack.spread < 16_384)
    await store.finish()
  }
}

// MARK: - Fixtures

@MainActor private func makeStore(
  _ stack: StackSpread, _ effect: @escaping @MainActor (Int) -> Effect<Int>
) -> Store<Int, Int> {
  Store(initialState: 0) {
    Reduce { state, action in
      state += 1
      return MainActor.assumeIsolated {
        stack.note()
        return effect(action)
      }
    }
  }
}
