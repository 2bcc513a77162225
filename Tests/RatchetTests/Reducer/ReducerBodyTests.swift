import RatchetDependencies
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

  @Test("is evaluated once for each place in which a reducer stands")
  func places() {
    let count = Count()
    let store = Store(initialState: 0) {
      Feature(count: count)
      CombineReducers {
        Feature(count: count)
        Nested(feature: Feature(count: count))
      }
    }
    for _ in 0..<10 { store.send(1) }
    #expect(count.value == 3)
    #expect(store.state == 30)
  }

  @Test("is evaluated once for each store")
  func stores() {
    let count = Count()
    let feature = Feature(count: count)
    let stores = [Store(initialState: 0) { feature }, Store(initialState: 0) { feature }]
    for store in stores {
      store.send(1)
      store.send(1)
    }
    #expect(count.value == 2)
  }

  @Test("is evaluated under the dependencies of its store")
  func dependencies() {
    let seen = Box<[Int]>([])
    let store = Store(initialState: 0) {
      Reading(seen: seen)
    } withDependencies: {
      $0[Number.self] = 7
    }
    store.send(1)
    #expect(seen.value == [7])
  }

  @Test("may contain its own reducer, deeper than it is used")
  func recursive() {
    let store = Store(initialState: 0) { Recursive(depth: 0) }
    store.send(3)
    #expect(store.state == 4)
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

private struct Nested: Reducer {
  let feature: Feature

  var body: some Reducer<Int, Int> { feature }
}

private struct Reading: Reducer {
  let seen: Box<[Int]>
  @Dependency(Number.self) var number

  var body: some Reducer<Int, Int> {
    MainActor.assumeIsolated { seen.value.append(number) }
    return EmptyReducer()
  }
}

/// Runs itself once more for each step down to zero.
private struct Recursive: Reducer {
  let depth: Int

  var body: Reduce<Int, Int> {
    let next = depth < 50 ? Recursive(depth: depth + 1).makeReduction() : nil
    return Reduce { state, action in
      state += 1
      return action > 0 ? next?.run(&state, action - 1) ?? .none : .none
    }
  }
}

private enum Number: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}
