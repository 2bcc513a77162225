import RatchetTesting

@MainActor @Suite("The operator dependency")
struct ReducerDependencyTests {
  @Test("reaches reducers and effects of its subtree, and nothing beside or above")
  func reach() async {
    let store = Store(initialState: [String: [Int]]()) {
      Levels(inner: 1)
    } withDependencies: {
      $0.level = 9
    }
    store.send(.outer)
    store.send(.inner(.ask))
    store.send(.beside(.ask))
    store.send(.nested(.inner(.ask)))
    await store.finish()
    #expect(
      store.state == [
        "outer": [9, 9], "inner": [1, 1, 1, 1], "beside": [9, 9, 9, 9], "nested": [2, 2, 2, 2],
      ])
  }

  @Test("leaves effects alone that began before a test changed dependencies")
  func begunBefore() async {
    let gate = Signal()
    let store = TestStore(initialState: Asked()) {
      AskBoth(gate: gate).dependency(\.level, 5)
    } withDependencies: {
      $0.other = 1
    }
    await store.send(.ask) { $0.seen = [[5, 1]] }
    store.dependencies.other = 2
    await store.send(.askNow) { $0.seen.append([5, 2]) }
    gate.open()
    await store.receive(.effect([5, 1])) { $0.seen.append([5, 1]) }
    await store.finish()
  }

  @Test("gives a feature's effects and its subscriptions the same values")
  func subscriptions() async {
    let store = Store(initialState: Meters.State()) { Meters().dependency { $0.meter = Meter() } }
    store.send(.measure)
    await store.finish()
    #expect(store.meters.count == 2)
    #expect(Set(store.meters.map(ObjectIdentifier.init)).count == 1)
  }

  @Test("does not reach subscriptions above a field that a change from outside reaches")
  func fromOutside() async {
    let storage = SharedStorage()
    let store = Store(initialState: Hall.State()) {
      Hall()
    } withDependencies: {
      $0.level = 9
      $0.sharedStorage = storage
    }
    storage.change(.total) { $0 = 5 }
    await settled(store) { $0.level != nil }
    #expect(store.level == 9)
  }

  @Test("calls its closure again when the dependencies around it changed, not for each action")
  func transformationAgain() async {
    let calls = Box(0)
    let store = TestStore(initialState: Asked()) {
      AskBoth().dependency { values in
        calls.value += 1
        values.level *= 2
      }
    } withDependencies: {
      $0.level = 5
      $0.other = 0
    }
    for count in 1...3 {
      await store.send(.askNow) { $0.seen = Array(repeating: [10, 0], count: count) }
    }
    #expect(calls.value == 1)
    store.dependencies.level = 6
    await store.send(.askNow) { $0.seen.append([12, 0]) }
    #expect(calls.value == 2)
    await store.finish()
  }

  @Test("transforms what the operators around it have transformed, the outermost first")
  func transformations() {
    let store = Store(initialState: Asked()) {
      AskBoth()
        .dependency { $0.level *= 10 }
        .dependency(\.level, 7)
        .dependency { $0.level = 1_000 }
        .dependency { values in values.other = values.level + 1 }
    } withDependencies: {
      $0.level = 1
    }
    store.send(.askNow)
    #expect(store.seen == [[70, 2]])
  }
}

// MARK: - Fixtures

/// An object, of which each is another one.
private final class Meter: TestDependencyKey {
  static let testValue = Meter()
}

extension DependencyValues {
  fileprivate var meter: Meter {
    get { self[Meter.self] }
    set { self[Meter.self] = newValue }
  }
}

/// Notes the meter of its subscription, and that of an effect.
private struct Meters: Reducer {
  struct State { var meters: [Meter] = [] }

  enum Action: Sendable { case measure, note(Meter) }

  @Dependency(\.meter) var meter

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .measure: return .run { send in await send(.note(meter)) }
      case .note(let meter):
        state.meters.append(meter)
        return .none
      }
    }
    .subscription(while: { _ in true }) { .run { send in await send(.note(meter)) } }
  }
}

/// A hall with a child that keeps a shared key under another level.
///
/// A subscription of the hall notes the level of the hall while the key has a value.
private struct Hall: Reducer {
  struct State {
    var child = Counter.State()
    var level: Int?
  }

  enum Action: Sendable { case child(Counter.Action), note(Int) }

  struct Counter: Reducer {
    struct State { var total = 0 }

    enum Action: Sendable { case look }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }.kept(\.total, in: .total)
    }
  }

  @Dependency(\.level) var level

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: Action.child) { Counter().dependency(\.level, 1) }
    Reduce { state, action in
      if case .note(let level) = action { state.level = level }
      return .none
    }
    .subscription(while: { $0.child.total > 0 }) { .run { send in await send(.note(level)) } }
    .dependency(\.other, 1)
  }
}

/// Notes which level is in force: in the reducer, in its effect, and in what that sends.
private struct Levels: Reducer {
  typealias State = [String: [Int]]

  enum Action: Sendable {
    case outer
    case inner(Ask.Action)
    case beside(Ask.Action)
    case nested(Nested)
    case note(String, Int)
  }
  enum Nested: Sendable { case inner(Ask.Action) }

  let inner: Int
  @Dependency(\.level) var level

  var body: some ReducerOf<Self> {
    Scope(state: \.["inner"], action: Action.inner) { Ask().dependency(\.level, inner) }
    Scope(state: \.["beside"], action: Action.beside) { Ask() }
    Scope(state: \.self, action: Action.nested) {
      Scope(state: \.["nested"], action: Nested.inner) { Ask().dependency(\.level, inner + 1) }
        .dependency(\.level, 40)
    }
    Reduce { state, action in
      switch action {
      case .outer:
        state["outer", default: []].append(level)
        return .run { send in await send(.note("outer", level)) }
      case .note(let name, let level): state[name, default: []].append(level)
      case .inner, .beside, .nested: break
      }
      return .none
    }
  }
}

extension [String: [Int]] {
  fileprivate subscript(name: String) -> [Int] {
    get { self[name, default: []] }
    set { self[name] = newValue }
  }
}

private struct Ask: Reducer {
  typealias State = [Int]
  enum Action: Sendable { case ask, note(Int), askAgain }

  @Dependency(\.level) var level

  func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      state.append(level)
      return .run { send in
        await send(.note(level))
        await send(.askAgain)
      }
    case .askAgain:
      state.append(level)
      return .run { send in await send(.note(level)) }
    case .note(let level):
      state.append(level)
      return .none
    }
  }
}

private struct Asked: Equatable { var seen: [[Int]] = [] }

private struct AskBoth: Reducer {
  typealias State = Asked
  enum Action: Equatable, Sendable { case ask, askNow, effect([Int]) }

  var gate: Signal?
  @Dependency(\.level) var level
  @Dependency(\.other) var other

  func reduce(into state: inout Asked, action: Action) -> Effect<Action> {
    if case .effect(let seen) = action {
      state.seen.append(seen)
      return .none
    }
    state.seen.append([level, other])
    if action == .askNow { return .none }
    return .run { send in
      await gate?.wait()
      await send(.effect([level, other]))
    }
  }
}

extension DependencyValues {
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
}

private enum OtherKey: DependencyKey {
  static let liveValue = 0
  static let testValue = 0
}
