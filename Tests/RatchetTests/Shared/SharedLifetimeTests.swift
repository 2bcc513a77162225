import RatchetTesting

@MainActor @Suite("A shared key, when stores come and go")
struct SharedLifetimeTests {
  @Test("is not changed any more by a store that has ended, nor told to it")
  func ended() {
    let storage = SharedStorage()
    weak var core: AnyObject?
    do {
      let store = Store(initialState: 0, storage: storage) { Counting() }
      store.send(3)
      core = store.core
    }
    #expect(core == nil)
    storage.change(.total) { $0 += 1 }
    let store = Store(initialState: 0, storage: storage) { Counting() }
    #expect(store.state == 4)
  }

  @Test("has each change of other threads and of a store once")
  func threads() async {
    let storage = SharedStorage()
    let store = Store(initialState: 0, storage: storage) { Counting() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { @concurrent in
          for _ in 0..<250 { storage.change(.total) { $0 += 1 } }
        }
      }
      for _ in 0..<500 {
        store.send(1)
        store.send(-1)
      }
      await group.waitForAll()
    }
    #expect(storage.value(of: .total) == 2_000)
    await settled(store) { $0 == 2_000 }
  }
}

// MARK: - Fixtures

/// A number that is kept: a positive action sets it, a negative one returns a change.
private struct Counting: Reducer {
  var body: some Reducer<Int, Int> {
    Reduce { state, number in
      if number < 0 { return .change(.total) { $0 -= number } }
      state += number
      return .none
    }
    .kept(\.self, in: .total)
  }
}
