import Observation
import RatchetTesting
import TestSupport

@MainActor @Suite("Who watches a shared key through a store")
struct SharedWatchTests {
  @Test(
    "is told when an action takes over what others have changed, whoever hears of it first",
    .deep(50, small: 10))
  func arrives() async {
    // Each with a new order of those who listen to the key.
    for number in 1...Deep.size {
      let storage = SharedStorage()
      let store = Store(initialState: 0, storage: storage) { Announced() }
      await change(of: .total, in: store) { storage.change(.total) { $0 = number } }
      while store.shared(.total) != number { await change(of: .total, in: store) {} }
      #expect(store.state == number)
    }
  }

  @Test("is told of a value that was there only in between if it was read")
  func inBetween() async {
    let storage = SharedStorage()
    let store = Store(initialState: 0, storage: storage) { EmptyReducer<Int, Int>() }
    #expect(store.shared(.total) == 0)
    storage.change(.total) { $0 = 1 }
    await change(of: .total, in: store) { storage.change(.total) { $0 = 0 } }
    #expect(store.shared(.total) == 0)
  }

  @Test("does not keep the store")
  func released() {
    weak var core: AnyObject?
    do {
      let store = Store(initialState: 0, storage: SharedStorage()) { Announced() }
      withObservationTracking {
        _ = store.shared(.total)
      } onChange: {
      }
      core = store.core
      #expect(core != nil)
    }
    #expect(core == nil)
  }

  /// Reads a key, acts, and returns when the reader has been told.
  private func change(
    of key: SharedKey<Int>, in store: Store<Int, Int>, _ act: () -> Void
  ) async {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = store.shared(key)
      } onChange: {
        continuation.resume()
      }
      act()
    }
  }
}

// MARK: - Fixtures

/// A number that is kept; changes from outside are announced.
private struct Announced: Reducer {
  var body: some Reducer<Int, Int> {
    Reduce { state, action in
      if action >= 0 { state = action }
      return .none
    }
    .kept(\.self, in: .total, changed: -1)
  }
}
