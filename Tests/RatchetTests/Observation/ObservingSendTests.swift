import RatchetTesting
import TestSupport
import Testing

@Suite("An observer that sends") @MainActor
struct ObservingSendTests {
  @Test("has its action reduced when all have been told, which leads to another round")
  func rounds() {
    let store = ScriptStore([:])
    var log: [String] = []
    let first = Observer { store.count }
    let sender = Observer {
      if store.state.last == "a" { store.send("b") }
      log.append("\(store.state)")
    }
    let second = Observer { store.count }
    store.send("a")
    #expect(store.state == ["a", "b"])
    #expect(first.seen == [0, 1, 2])
    #expect(second.seen == [0, 1, 2])
    // While others are to be told still, the state stays.
    #expect(log == ["[]", "[\"a\"]", "[\"a\", \"b\"]"])
    withExtendedLifetime(sender) {}
  }

  @Test(
    "can go on for any number of rounds without growing the stack", .deep(100_000, small: 2_000))
  func deep() {
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state += action
        return .none
      }
    }
    let observer = Observer<Void> {
      if (1..<Deep.size).contains(store.state) { store.send(1) }
    }
    store.send(1)
    #expect(store.state == Deep.size)
    #expect(observer.changes == Deep.size)
  }

  @Test("gets a handle that covers what follows from its action")
  func handle() async {
    let opened = Signal()
    let store = ScriptStore([
      "b": .run { send in
        await opened.wait()
        await send("c")
      }
    ])
    let slot = Slot<StoreTask>()
    let observer = Observer<Void> {
      if store.state == ["a"] { slot.value = store.send("b") }
    }
    store.send("a")
    #expect(store.state == ["a", "b"])
    opened.open()
    await slot.value?.finish()
    #expect(store.state == ["a", "b", "c"])
    #expect(observer.changes == 3)
    #expect(store.isAtRest)
  }

  @Test("and releases its store meanwhile does no harm")
  func releases() {
    let slot = Slot<ScriptStore>()
    slot.value = ScriptStore([:])
    weak let store = slot.value
    let observer = Observer(isRepeating: false) { slot.value?.count }
    let releasing = Observer<Void> {
      if slot.value?.state.isEmpty == false { slot.value = nil }
    }
    slot.value?.send("a")
    #expect(store == nil)
    #expect((observer.changes, releasing.changes) == (1, 1))
  }
}
