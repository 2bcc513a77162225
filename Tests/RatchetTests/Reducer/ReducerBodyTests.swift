import RatchetTesting

@MainActor @Suite("A reducer's body")
struct ReducerBodyTests {
  @Test("is evaluated once per store, at the first action")
  func once() {
    let count = Count()
    let store = Store(initialState: 0) { Feature(count: count) }
    #expect(count.value == 0)
    for _ in 0..<10 { store.send(1) }
    #expect(count.value == 1)
    #expect(store.state == 10)
  }

  @Test("does not exist in a reducer that implements reduce: reading it stops with a message")
  func never() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Script().body
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'Script.body' was read, but 'Script' has no body"))
  }
}

// MARK: - Fixtures

private final class Count: Sendable {
  private let counted = Locked(0)
  var value: Int { counted.withLock { $0 } }
  func add() { counted.withLock { $0 += 1 } }
}

private struct Feature: Reducer {
  let count: Count

  var body: some Reducer<Int, Int> {
    count.add()
    return Reduce { state, action in
      state += action
      return .none
    }
  }
}
