import RatchetDependencies
import RatchetTesting

@MainActor @Suite("A store's dependencies")
struct StoreDependencyTests {
  @Test("reach its reducer, its effects, and the effects of those")
  func reach() async {
    let store = makeStore(number: 7)
    store.send(.start(depth: 3))
    await store.finish()
    #expect(store.count == 2 * 4)
    #expect(Set(store.state) == [7])
  }

  @Test("reach an effect again after it has suspended, and its child tasks")
  func suspension() async {
    let store = makeStore(number: 7)
    store.send(.children)
    await store.finish()
    #expect(store.state == [7, 7, 7, 7])
  }

  @Test("never reach another store, also when one store's reducer or effect sends to the other")
  func otherStore() async {
    let other = makeStore(number: 2)
    let store = Store<[Int], Action>(initialState: []) {
      Reduce { state, action in
        _ = MainActor.assumeIsolated { other.send(.start(depth: 1)) }
        state.append(DependencyValues.current[Number.self])
        return .run { _ in other.send(.children) }
      }
    } withDependencies: {
      $0[Number.self] = 1
    }
    store.send(.children)
    await store.finish()
    await other.finish()
    #expect(store.state == [1])
    #expect(Set(other.state) == [2])
    #expect(other.count == 4 + 4)
  }

  @Test("are in force while the initial state is made")
  func initialState() {
    let store = Store<[Int], Action>(
      initialState: [DependencyValues.current[Number.self]], reducer: { Feature() },
      withDependencies: { $0[Number.self] = 9 })
    #expect(store.state == [9])
  }
}

// MARK: - Fixtures

private enum Number: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

private enum Action {
  case start(depth: Int)
  case children
  case read(Int)
}

/// Notes the number that is in force wherever it is read.
private struct Feature: Reducer {
  @Dependency(Number.self) var number

  func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
    switch action {
    case .start(let depth):
      state.append(number)
      return .run { send in
        await send(.read(number))
        if depth > 0 { await send(.start(depth: depth - 1)) }
      }
    case .children:
      state.append(number)
      return .run { send in
        await Task { @MainActor in }.value
        await send(.read(number))
        async let child = readElsewhere()
        await send(.read(child))
        await send(.read(await Task { readNow() }.value))
      }
    case .read(let number):
      state.append(number)
      return .none
    }
  }
}

@concurrent private func readElsewhere() async -> Int { readNow() }

private func readNow() -> Int { DependencyValues.current[Number.self] }

@MainActor private func makeStore(number: Int) -> Store<[Int], Action> {
  Store(initialState: []) {
    Feature()
  } withDependencies: {
    $0[Number.self] = number
  }
}
