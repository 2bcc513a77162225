import RatchetTesting

struct LoadError: Error {}

struct State: Equatable { var count = 0 }

enum Action { case loaded(Result<Int, any Error>), counted(Int), finished, failed(any Error) }
enum RowsAction: Equatable { case row(id: Int, action: Row), path(StackAction<Int, Screen>) }
enum Row: Equatable { case tick, renamed(String) }
enum Screen: Equatable { case saved }
enum SyncAction: Equatable { case row(Row) }

@MainActor func loads(
  _ store: TestStore<Int, Action>, _ rows: TestStore<Int, RowsAction>,
  _ counter: TestStore<State, Int>, _ sync: TestStore<Int, SyncAction>
) async {
  #if MISTAKE
    await store.receive(.loaded(.success(1))) { $0 = 1 }  // error: conform to 'Equatable'
    await store.receive(.finished)  // error: write 'receive(case: .finished)'
    await store.receive(Action.counted, "1")  // error: cannot convert value of type 'String'
    await store.receive(\.counted, 1)  // error: write 'receive(Action.loaded, 1)'
    await rows.receive(\.path[id: 0].saved)  // error: write 'receive(Action.loaded, 1)'
    await rows.receive({ .row(id: "7", action: .renamed($0)) })
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    await rows.receive({ .row(id: 7, action: .rename($0)) })  // error: has no member 'rename'
    // error: cannot infer type of closure parameter '$0'
    await counter.send(1) {
      $0 = 1  // error: cannot assign value of type 'Int' to type 'State'
    }
  #else
    await store.receive(Action.loaded) { $0 = 1 }
    await store.receive(case: .finished)
    await store.receive(Action.counted, 1)
    await rows.receive({ .path(.element(id: 0, action: $0)) }, .saved)
    await rows.receive(RowsAction.row, 7, .tick)
    await rows.receive({ .row(id: 7, action: .renamed($0)) }) { $0 = 2 }
    await rows.receive({ .row(id: $0, action: .renamed($1)) }, 7, "Seven")
    await sync.receive({ .row(.renamed($0)) })
    await sync.receive(SyncAction.row, .renamed("Seven"))
    await store.receive({ .finished })
    await counter.send(1) { $0.count = 1 }
  #endif
}
