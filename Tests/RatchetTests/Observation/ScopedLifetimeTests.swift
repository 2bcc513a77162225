import Observation
import RatchetTesting
import TestSupport
import Testing

@Suite("The lifetime of a scoped store") @MainActor
struct ScopedLifetimeTests {
  @Test("leaves nothing behind when what was observed through it is no more")
  func observedOnce() {
    let store = makeStore(rows: 10)
    let observer = Observer(isRepeating: false) { store.rows.map(\.n) }
    #expect(store.hasScopes)
    for id in 0..<10 { store.send(.row(id: id, action: .add(1))) }
    #expect(observer.changes == 1)
    #expect(!store.hasScopes)
  }

  @Test("is free of cycles in many stores, watched and not", .deep(10_000, small: 500))
  func thousands() {
    var store: StoreOf<ScopedParent>? = makeStore(rows: Deep.size)
    weak let root = store
    var rows = store.map { Array($0.rows) } ?? []
    weak let row = rows[Deep.size / 2]
    let observer = Observer(isRepeating: false) { rows.reduce(0) { $0 + $1.n } }
    rows[Deep.size - 1].send(.add(1))
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
      ScopedParent.State(rows: IdentifiedArray((0..<rows).map { ScopedParent.Element(id: $0) })))
  }
}
