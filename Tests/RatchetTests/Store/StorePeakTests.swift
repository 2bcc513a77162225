import RatchetTesting
import TestSupport

@testable import Ratchet

@Suite("A store after peaks") @MainActor
struct StorePeakTests {
  @Test("has nothing of a peak that reaches an effect of the next", .seeds(20))
  func stale() async {
    let seed = Seeds.current
    var random = SeededRandom(seed)
    let store = Store(initialState: Peak.State()) { Peak() }
    var handles: [(id: Int, task: StoreTask)] = []
    for peak in 0..<3 {
      let ids = (0..<random.number(below: 150)).map { peak * 1_000 + $0 }
      let new = ids.map { id in
        (id: id, task: store.send(random.chance(50) ? .startRow(id) : .start(id)))
      }
      // All of an earlier peak has ended: its handles cover nothing, and nobody has its ids.
      for handle in handles {
        let wasCancelled = handle.task.isCancelled
        handle.task.cancel()
        store.send(.cancel(handle.id))
        #expect(handle.task.isCancelled == wasCancelled, "seed \(seed)")
      }
      #expect(store.inFlight.count == ids.count, "seed \(seed)")
      for (id, task) in new.shuffled(using: &random) {
        if random.chance(30) { task.cancel() } else { store.send(.cancel(id)) }
      }
      store.send(.removeAll)
      await store.finish()
      handles += new
      #expect(store.registry.isClean, "seed \(seed)")
    }
  }

  @Test("keeps an effect that was there before, and starts others like at first")
  func staying() async {
    let store = Store(initialState: Peak.State()) { Peak() }
    let staying = store.send(.start(-1))
    for id in 0..<1_000 { store.send(.startRow(id)) }
    #expect(store.inFlight.count == 1_001)
    store.send(.removeAll)
    #expect(store.inFlight.map(\.ids) == [["-1"]])
    for id in 0..<100 { store.send(.startRow(id)) }
    #expect(store.inFlight.count == 101)
    staying.cancel()
    #expect(staying.isCancelled)
    #expect(store.inFlight.count == 100)
    store.send(.removeAll)
    await store.finish()
    #expect(store.registry.isClean)
  }
}

// MARK: - Fixtures

private struct Peak: Reducer {
  struct Row: Identifiable { let id: Int }

  struct State { var rows: IdentifiedArrayOf<Row> = [] }

  enum RowAction { case start }

  enum Action {
    case start(Int)
    case startRow(Int)
    case row(id: Int, action: RowAction)
    case cancel(Int)
    case removeAll
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let id): return .run { _ in await untilCancelled() }.cancellable(id: id)
      case .startRow(let id):
        state.rows.append(Row(id: id))
        return .send(.row(id: id, action: .start))
      case .row: return .none
      case .cancel(let id): return .cancel(id: id)
      case .removeAll:
        state.rows.removeAll()
        return .none
      }
    }
    .forEach(\.rows, action: Action.row) {
      Reduce<Row, RowAction> { row, _ in
        .run { _ in await untilCancelled() }.cancellable(id: row.id)
      }
    }
  }
}
