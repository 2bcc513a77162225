import Observation
import RatchetTesting
import Testing

@Suite("Observations of a store") @MainActor
struct ObservationsTests {
  @Test("give the value at first, and then each change")
  func sequence() async {
    let store = ScriptStore([:])
    var iterator = Observations { store.count }.makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 0)
    store.send("a")
    #expect(await iterator.next(isolation: #isolation) == 1)
    store.send("b")
    store.send("c")
    #expect(await iterator.next(isolation: #isolation) == 3)
  }
}
