import RatchetTesting

/// Each method fails once, in the line that says so.
@MainActor public enum Failing {
  /// Fails in a step.
  public static func step() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    // In a module without the library's language features these take closures of other types.
    await store.withExhaustivity(.off) {
      await store.waiting(upTo: .seconds(1)) { await store.settle() }
    }
    await store.send(.increment) { $0.count = 2 }  // Step fails here.
  }

  /// Leaves an effect in flight.
  public static func end() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }  // End fails here.
    await store.send(.wait)
  }

  /// Fails under a schedule that is explored.
  public static func schedule() async {
    await exploreSchedules(10) {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      await store.receive(.increment)  // Schedule fails here.
    }
  }

  /// Leaves an effect in flight in a store that is never released.
  public static func kept() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }  // Kept fails here.
    stores.append(store)
    await store.send(.wait)
  }

  private static var stores: [TestStore<Counter.State, Counter.Action>] = []

  /// Leaves something that is only remarked upon.
  public static func remark() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.exhaustivity = .off(showSkipped: true)
    await store.send(.increment) { _ in }  // Remark is made here.
  }
}

private struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case increment, wait }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if action == .wait {
      return .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
    }
    state.count += 1
    return .none
  }
}
