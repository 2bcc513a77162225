import Observation
import RatchetTesting
import Testing

@Suite("The lifetime of a scoped store") @MainActor
struct ScopedLifetimeTests {
  @Test("ends when nobody holds it, and nothing of it stays in the parent")
  func freed() {
    let store = makeStore(rows: 3)
    for _ in 0..<2 {
      var held = store.scoped
      weak let child = held[0]
      weak let row = held[5]
      #expect(child != nil && row != nil)
      #expect(store.hasScopes)
      held = []
      #expect(child == nil && row == nil)
      #expect(!store.hasScopes)
    }
  }

  @Test("keeps the root alive, and no longer than itself")
  func keepsRoot() {
    var store: StoreOf<ScopedParent>? = makeStore(rows: 1)
    weak let root = store
    var row = store?.rows[0]
    store = nil
    row?.send(.add(2))
    #expect(row?.n == 2)
    #expect(root != nil)
    row = nil
    #expect(root == nil)
  }

  @Test("does not end what is observed through it")
  func observedThrough() {
    let store = makeStore(rows: 2)
    let observer = Observer { store.rows.map(\.n) }
    let nested = Observer {
      store.rows[1].scope(state: \.title, action: ScopedParent.ChildAction.inner).state
    }
    store.send(.row(id: 1, action: .add(1)))
    store.change { $0.rows[id: 1]?.title = "x" }
    #expect(observer.seen == [[0, 0], [0, 1]])
    #expect(nested.seen == ["", "x"])
  }

  @Test("leaves nothing behind when what was observed through it is no more")
  func observedOnce() {
    let store = makeStore(rows: 10)
    let observer = Observer(isRepeating: false) { store.rows.map(\.n) }
    #expect(store.hasScopes)
    for id in 0..<10 { store.send(.row(id: id, action: .add(1))) }
    #expect(observer.changes == 1)
    #expect(!store.hasScopes)
  }

  @Test("is free of cycles in ten thousand stores, watched and not")
  func thousands() {
    var store: StoreOf<ScopedParent>? = makeStore(rows: 10_000)
    weak let root = store
    var rows = store.map { Array($0.rows) } ?? []
    weak let row = rows[5_000]
    let observer = Observer(isRepeating: false) { rows.reduce(0) { $0 + $1.n } }
    rows[9_999].send(.add(1))
    #expect(observer.changes == 1)
    let other = Observer(isRepeating: false) { [weak store] in store?.rows.map(\.n) }
    rows.removeAll { $0.id % 2 == 0 }
    #expect(row == nil)
    rows = []
    #expect(root != nil)
    store = nil
    #expect(root == nil)
    withExtendedLifetime(other) {}
  }

  @Test("frees what observers hold when the store is released")
  func closures() {
    weak var token: Box<Int>?
    do {
      let store = makeStore(rows: 1)
      let held = Box(0)
      token = held
      withObservationTracking {
        _ = store.rows[0].n + store.child.n
      } onChange: { [held] in
        withExtendedLifetime(held) {}
      }
    }
    #expect(token == nil)
  }

  private func makeStore(rows: Int) -> StoreOf<ScopedParent> {
    StoreOf<ScopedParent>(
      ScopedParent.State(
        optional: ScopedParent.Inner(), page: .first(ScopedParent.Inner()),
        rows: IdentifiedArray((0..<rows).map { ScopedParent.Row(id: $0) })))
  }
}
