import Observation
import RatchetTesting
import TestSupport
import Testing

@Suite("The states of a store") @MainActor
struct StatesTests {
  @Test("do not fail, so that whoever asks for the next one needs no 'try'")
  func noTry() async {
    let store = ScriptStore([:])
    let states = store.states(of: \.count)
    var iterator = states.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    store.send("a")
    #expect(await iterator.next(isolation: #isolation) == 1)
    #expect(await first(of: states) == 1)
  }

  @Test("skip what is equal, and what was missed")
  func newest() async {
    let store = makeStore()
    var iterator = store.states(of: \.self).makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    for _ in 0..<1_000 { store.send(1) }
    store.send(0)
    #expect(await iterator.next(isolation: #isolation) == 1_000)
    store.send(1)
    store.send(-1)
    store.send(5)
    #expect(await iterator.next(isolation: #isolation) == 1_005)
  }

  @Test("do not repeat a value that was left and came back")
  func backAgain() async {
    let store = makeStore()
    var iterator = store.states(of: \.self).makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    store.send(1)
    store.send(-1)
    let next = Task { await iterator.next(isolation: #isolation) }
    store.send(7)
    #expect(await next.value == 7)
  }

  @Test("end with the store, which they do not keep alive")
  func end() async throws {
    var store: ScriptStore? = ScriptStore([:])
    weak let weakly = store
    let states = try #require(store?.states(of: \.count))
    var iterator = states.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    store = nil
    #expect(weakly == nil)
    #expect(await iterator.next(isolation: #isolation) == nil)
    var late = states.makeAsyncIterator()
    #expect(await late.next(isolation: #isolation) == nil)
  }

  @Test("end after the last value when the store is dismissed, also those of a scoped store")
  func dismissed() async {
    let store = StoreOf<ScopedParent>()
    let child = store.scope(state: \.child, action: ScopedParent.Action.child)
    let sequences: [any AsyncSequence<Int, Never>] = [
      store.states(of: \.child.n), child.states(of: \.n),
    ]
    var iterators = sequences.map { $0.makeAsyncIterator() }
    for index in iterators.indices {
      #expect(await iterators[index].next(isolation: #isolation) == 0)
    }
    let close = Effect<ScopedParent.Action>.run { send in
      await send(.child(.add(1)))
      await dismissFeature()
    }
    await store.send(.run(close)).finish()
    iterators += sequences.map { $0.makeAsyncIterator() }
    for index in iterators.indices {
      #expect(await iterators[index].next(isolation: #isolation) == 1)
      #expect(await iterators[index].next(isolation: #isolation) == nil)
    }
  }

  @Test("end a consumer that waits when the store is released")
  func endWaiting() async throws {
    let slot = Slot<ScriptStore>()
    slot.value = ScriptStore([:])
    let began = Signal()
    let states = try #require(slot.value?.states(of: \.count))
    let consumer = Task {
      var seen: [Int] = []
      for await count in states {
        seen.append(count)
        began.open()
      }
      return seen
    }
    await began.wait()
    slot.value = nil
    #expect(await consumer.value == [0])
  }

  @Test("end with the task of the consumer, and leave nothing behind")
  func cancelled() async {
    let store = ScriptStore([:])
    let began = Signal()
    let consumer = Task {
      for await _ in store.states(of: \.count) { began.open() }
    }
    await began.wait()
    #expect(store.armedCount == 1)
    consumer.cancel()
    await consumer.value
    store.send("a")
    #expect(store.armedCount == 0)
  }

  @Test(
    "of many consumers that have left do not pile up without a change", .deep(1_000, small: 100))
  func left() async {
    let store = ScriptStore([:])
    for _ in 0..<Deep.size {
      var iterator = store.states(of: \.count).makeAsyncIterator()
      #expect(await iterator.next(isolation: #isolation) == 0)
    }
    #expect(store.armedCount <= 4)
  }

  private func first<States: AsyncSequence<Int, Never>>(of states: States) async -> Int? {
    for await state in states { return state }
    return nil
  }

  private func makeStore() -> Store<Int, Int> {
    Store(initialState: 0) {
      Reduce { state, action in
        state += action
        return .none
      }
    }
  }
}
