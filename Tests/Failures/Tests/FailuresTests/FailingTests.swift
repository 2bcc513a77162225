import RatchetTesting
import XCTest

@MainActor private func steps(_ store: TestStoreOf<Counter>) async {
  await store.send(.increment) { $0.count = 2 }  // A failure is expected in this line.
}

@Test @MainActor func failsInSwiftTesting() async {
  let store = TestStore(initialState: Counter.State()) { Counter() }
  await steps(store)
}

private struct Client: DependencyKey {
  var number = 1
  static let liveValue = Client()
}

private struct Reader {
  @Dependency(Client.self) var client  // A missing test value is expected in this line.
}

@Test func readsALiveClientInSwiftTesting() {
  _ = Reader().client
}

final class FailingCase: XCTestCase {
  func testReadsALiveClientInXCTest() {
    _ = Reader().client
  }

  @MainActor func testFailsInXCTest() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await steps(store)
  }
}

struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}
