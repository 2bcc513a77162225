import RatchetTesting

@MainActor @Suite("A kept field that one action writes several times")
struct SharedWriteOrderTests {
  @Test("has what an operator around it sets after a returned change")
  func setAfterwards() async {
    let storage = SharedStorage()
    let store = makeStore(storage) { state in state = min(state, 10) }
    store.send([.add(7)])
    store.send([.add(7)])
    #expect(store.state == 10)
    #expect(storage.value(of: .plain) == 10)
    store.send([.set(4), .add(3), .add(5)])
    #expect(store.state == 10)
    #expect(storage.value(of: .plain) == 10)
    #expect(store.statistics.actions == 3)
  }

  @Test("has all of it in the order of writing, on top of what others have made of it")
  func merged() async {
    let storage = SharedStorage()
    let store = Store(initialState: 0, storage: storage) { Adding(key: .total, after: { $0 += 1 }) }
    storage.change(.total) { $0 = 100 }
    store.send([.set(5), .add(20)])
    #expect(storage.value(of: .total) == 126)
    await settled(store) { $0 == 126 }
  }

  @Test("is not written if it has at last what it had")
  func unchanged() async {
    let storage = SharedStorage()
    let store = makeStore(storage) { state in state = 0 }
    storage.change(.plain) { $0 = 3 }
    await settled(store) { $0 == 3 }
    store.send([.add(-3)])
    #expect(storage.value(of: .plain) == 0)
    store.send([.add(2)])
    #expect([store.state, storage.value(of: .plain)] == [0, 0])
  }

  @Test("has a returned change applied to what another store has made of it, also without a merge")
  func twoStores() async {
    let storage = SharedStorage()
    let stores = (0..<2).map { _ in makeStore(storage) { _ in } }
    for store in stores { store.send([.add(1)]) }
    for store in stores { await settled(store) { $0 == 2 } }
    #expect(storage.value(of: .plain) == 2)
  }

  private func makeStore(
    _ storage: SharedStorage, after: @escaping (inout Int) -> Void
  ) -> Store<Int, [Adding.Step]> {
    Store(initialState: 0, storage: storage) { Adding(key: .plain, after: after) }
  }
}

// MARK: - Fixtures

extension SharedKey where Value == Int {
  /// Without a merge of its own.
  fileprivate static var plain: Self { SharedKey("plain", default: 0, in: .memory) }
}

/// A number that steps change, and then an operator.
private struct Adding: Reducer {
  enum Step: Sendable { case set(Int), add(Int) }

  let key: SharedKey<Int>
  let after: (inout Int) -> Void

  var body: some Reducer<Int, [Step]> {
    Reduce { state, steps in
      var effects: [Effect<[Step]>] = []
      for step in steps {
        switch step {
        case .set(let number): state = number
        case .add(let number): effects.append(.change(key) { $0 += number })
        }
      }
      return .merge(effects)
    }
    .kept(\.self, in: key)
    .onChange(of: \.self) { _, _ in
      Reduce { state, _ in
        after(&state)
        return .none
      }
    }
  }
}
