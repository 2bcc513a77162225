import RatchetTesting

enum Row: Equatable { case tick, renamed(String) }
enum Action: Equatable { case row(id: Int, action: Row) }

@MainActor func ticks(_ store: TestStore<Int, Action>) async {
  #if MISTAKE
    await store.receive(Action.row, id: "7", .tick)
  // error: cannot convert value of type 'String' to expected argument type 'Int'
  #else
    await store.receive(Action.row, id: 7, .tick)
    await store.receive(Action.row, id: 7, Row.renamed, "Seven")
  #endif
}
