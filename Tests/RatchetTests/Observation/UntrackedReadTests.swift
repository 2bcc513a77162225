import Observation
import RatchetTesting
import Testing

@Suite("A read of a store that nobody tracks", .enabled(if: !PlainRun.isOn)) @MainActor
struct UntrackedReadTests {
  @Test("is not watched")
  func notWatched() {
    let store = makeStore()
    let child = store.scope(state: \.child, action: { $0 })
    _ = (store.child, store.items, store.state, child.n, child.state)
    #expect(store.armedCount + child.armedCount == 0)
    #expect(store.watchCount + child.watchCount == 0)
  }

  @Test("keeps nothing alive, so that a collection is changed in place")
  func inPlace() {
    let store = makeStore()
    #expect(store.items.count == 100)
    let place = address(store)
    store.send(1)
    #expect(store.items.last == 1)
    #expect(address(store) == place)
  }

  @Test("is not mistaken for one of an observer before it")
  func beforeAndAfter() {
    let store = makeStore()
    let observer = Observer(isRepeating: false) { store.child.n }
    _ = store.items
    #expect(store.armedCount == 1)
    store.send(1)
    #expect(observer.changes == 1)
    _ = store.child
    #expect(store.armedCount == 0)
  }

  private func address(_ store: Store<Whole, Int>) -> UInt {
    unsafe store.items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  private func makeStore() -> Store<Whole, Int> {
    Store(initialState: Whole()) {
      Reduce { state, action in
        state.child.n += action
        state.items[state.items.count - 1] = action
        return .none
      }
    }
  }
}

// MARK: - Fixtures

private struct Whole {
  struct Part: Equatable { var n = 0 }

  var child = Part()
  var items = Array(repeating: 0, count: 100)
}
