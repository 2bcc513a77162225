import RatchetTesting

@MainActor @Suite("100,000 actions that each cause the next do not grow the stack")
struct StackTests {
  @Test("by a reducer that sends")
  func reducer() {
    let stack = Stack()
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

  @Test("by Effect.send")
  func effectSend() {
    let stack = Stack()
    let store = makeStore(stack) { $0 < count ? .send($0 + 1) : .none }
    store.send(0)
    #expect(store.state == count + 1)
    #expect(stack.spread < 16_384)
  }

  @Test("by operations that send without suspending")
  func run() async {
    let stack = Stack()
    let store = makeStore(stack) { action in
      action < count ? .run { await $0(action + 1) } : .none
    }
    store.send(0)
    #expect(store.state == count + 1)
    #expect(stack.spread < 16_384)
    await store.finish()
  }

  @Test("by a concatenation of as many parts")
  func concatenate() {
    let stack = Stack()
    let store = makeStore(stack) { action in
      action == 0 ? .concatenate((1...count).map { .send($0) }) : .none
    }
    store.send(0)
    #expect(store.state == count + 1)
    #expect(stack.spread < 16_384)
  }

  @Test("by mapped effects that cancel one another")
  func cancelInFlight() async {
    let stack = Stack()
    let store = makeStore(stack) { action in
      action < 20_000
        ? .run { send in
          await send(action + 1)
          await untilCancelled()
        }.cancellable(id: 0, cancelInFlight: true)
        : .cancel(id: 0)
    }
    store.send(0)
    #expect(store.state == 20_001)
    #expect(stack.spread < 16_384)
    await store.finish()
  }
}

// MARK: - Fixtures

private let count = 100_000

@MainActor private func makeStore(
  _ stack: Stack, _ effect: @escaping @MainActor (Int) -> Effect<Int>
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

/// How far apart the stack's ends were that a reducer saw.
@MainActor private final class Stack {
  private var lowest = UInt.max
  private var highest = UInt.min

  var spread: UInt { highest - lowest }

  func note() {
    var local = 0
    let address = unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    lowest = min(lowest, address)
    highest = max(highest, address)
  }
}
