import Foundation
import RatchetTesting

@MainActor @Suite("Features that lie deep in one another")
struct DeepFeatureTests {
  @Test("declare what runs", arguments: Doll.Way.allCases)
  func deep(way: Doll.Way) {
    let messages = Messages()
    var addresses: [UInt] = []
    let tower = Doll.State.tower(way.safeDepth, by: way) { $0 == 0 || $0 == way.safeDepth }
    let store = StoreOf<Doll>(tower, log: messages) {
      var local = 0
      addresses.append(unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) })
    }
    #expect(store.subscriptions.count == 2)
    store.change { $0.isOn = false }
    #expect(store.subscriptions.count == 1)
    #expect(messages.texts == [])
    #expect(addresses.count == 2 * (way.safeDepth + 1))
    // 3.2 MB of the main thread's 8, or 6 MB with AddressSanitizer.
    #expect((addresses.max() ?? 0) - (addresses.min() ?? 0) < 6_400_000)
  }

  @Test("declare nothing below level 1,000")
  func limit() {
    for (depth, reports) in [(1_000, 0), (1_001, 1)] {
      let messages = Messages()
      var looks = 0
      let store = Store(initialState: Link.State.chain(depth)) {
        Link { looks += 1 }
      } withDependencies: {
        $0.log = messages.sink
      }
      #expect(looks == 1_001)
      store.send(.add)
      #expect(looks == 2_002)
      #expect(messages.texts.count == reports)
    }
  }

  @Test(
    "declare nothing where they are too deep, which is reported once",
    arguments: Doll.Way.allCases)
  func tooDeep(way: Doll.Way) {
    let messages = Messages()
    let depth = way.unsafeDepth
    let tower = Doll.State.tower(depth, by: way) { $0 > depth - 5 }
    let store = StoreOf<Doll>(tower, log: messages)
    #expect(store.subscriptions == [])
    let text = "its subscriptions do not run: 'Doll.State' in '"
    #expect(messages.texts.last?.contains(text) == true)
    store.change { $0.isOn = true }
    #expect(store.subscriptions.count == 1)
    // They are no longer too deep.
    store.change { $0.unpack(depth - 300, way) }
    #expect(store.subscriptions.count == 5)
    store.change { $0 = tower }
    #expect(store.subscriptions == [])
    #expect(messages.texts.count == 2)
  }

  @Test("are reported with the operator that attaches the first that is too deep")
  func message() throws {
    let messages = Messages()
    try withExtendedLifetime(StoreOf<Doll>(.tower(1_200, by: .row), log: messages)) {
      #expect(messages.all.map(\.fileID) == Array(repeating: "RatchetTests/Doll.swift", count: 2))
      let found = try #require(messages.texts.first?.firstMatch(of: /at level (\d+)/))
      let level = try #require(Int(found.1))
      #expect((500...1_001).contains(level))
      #expect(
        messages.texts == [
          Self.text("its shared state is not shared", level),
          Self.text("its subscriptions do not run", level),
        ])
    }
  }

  @Test("may be 10,000 levels deep", arguments: Doll.Way.allCases)
  func veryDeep(way: Doll.Way) {
    let messages = Messages()
    // The path of a case compares states with `==`, which takes more stack than there is for more.
    let depth = way == .inside ? 2_000 : 10_000
    let store = StoreOf<Doll>(.tower(depth, by: way) { $0 == depth }, log: messages)
    store.change { $0.isOn = true }
    #expect(store.subscriptions.count == 1)
    #expect(messages.texts.count == 2)
    store.change { $0 = Doll.State() }
    #expect(store.subscriptions == [])
  }

  @Test("are reported when they appear")
  func added() {
    let messages = Messages()
    let store = StoreOf<Doll>(.tower(500, by: .row), log: messages)
    #expect(messages.texts == [])
    store.change { $0 = .tower(1_200, by: .row) { $0 == 1_200 } }
    #expect(messages.texts.count == 2)
    store.change { $0 = .tower(500, by: .row) }
    store.change { $0 = .tower(1_300, by: .row) { $0 == 1_300 } }
    #expect(store.subscriptions == [])
    #expect(messages.texts.count == 2)
  }

  @Test("are reported once for each operator that attaches some")
  func operators() {
    let messages = Messages()
    let state = Link.State.chain(1_000) {
      $0.rows = [Link.State(id: 1), Link.State(id: 2), Link.State(id: 3)]
      $0.next = [Link.State(id: 4)]
    }
    let store = Store(initialState: state) {
      Link {}
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.add)
    #expect(messages.texts.count == 2)
    #expect(messages.texts.filter { $0.contains("'Link.State' in 'rows'") }.count == 1)
  }

  @Test("reduce their actions, also where they are too deep to declare something")
  func actions() {
    let messages = Messages()
    let store = Store(initialState: Endless.State()) {
      Endless()
    } withDependencies: {
      $0.log = messages.sink
    }
    var action = Endless.Action.tap
    for _ in 0..<1_101 { action = .inner(action) }
    store.send(action)
    #expect(store.state.taps == 1)
    #expect(messages.texts.count == 1)
  }

  @Test("fail a test if they are too deep, exhaustive or not", arguments: [true, false])
  func failure(isExhaustive: Bool) async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: Doll.State()) { Doll() }
      if !isExhaustive { store.exhaustivity = .off }
      let tower = Doll.State.tower(1_200, by: .row) { $0 == 1_200 }
      await store.send(.change { $0 = tower }) { $0 = tower }
      await store.send(.change { $0.isOn = true }) { $0.isOn = true }
      await store.finish()
    }
    #expect(issues.count == 2)
    #expect(issues.last?.contains("A feature is too deep, at level ") == true)
  }

  @Test("are reported if each makes the next one without end")
  func endless() {
    let messages = Messages()
    let store = Store(initialState: Endless.State()) {
      Endless()
    } withDependencies: {
      $0.log = messages.sink
    }
    store.send(.inner(.inner(.tap)))
    #expect(store.state.taps == 1)
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("its subscriptions do not run: 'Endless.State'") == true)
  }

  @Test("are looked for on no more stack than a thread has")
  func stack() async {
    await #expect(processExitsWith: .success) {
      await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
        Thread.detachNewThread {
          use(ThreadStack.size / 6 * 5)
          end.resume()
        }
      }
    }
  }

  // MARK: - Fixtures

  private static func text(_ lost: String, _ level: Int) -> String {
    """
    A feature is too deep, at level \(level), and \(lost): 'Doll.State' in 'rows'

    The store looks level by level for what features declare, which takes stack. So it goes down \
    1000 levels, or fewer if they take more stack than there is, and this feature and all those \
    below it declare nothing; their actions are reduced as ever. To fix this, keep what can be \
    nested without limit in one flat collection, where each element has the id of the one that it \
    belongs to.
    """
  }
}

/// A feature of which each level takes little stack.
private struct Link: Reducer {
  struct State: Identifiable {
    var id = 0
    var next: [State] = []
    var rows: IdentifiedArrayOf<State> = []

    /// As many links, each in the one before, below a first one.
    static func chain(_ depth: Int, bottom change: (inout State) -> Void = { _ in }) -> State {
      var state = State(id: depth)
      change(&state)
      for id in (0..<depth).reversed() { state = State(id: id, next: [state]) }
      return state
    }

    var child: State? {
      get { next.first }
      set { next = newValue.map { [$0] } ?? [] }
    }
  }

  indirect enum Action: Sendable {
    case add
    case child(Action)
    case row(id: Int, Action)
  }

  let onLook: @MainActor () -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add = action { state.rows = [] }
      return .none
    }
    .subscription(while: { _ in
      MainActor.assumeIsolated { onLook() }
      return false
    }) {
      .none
    }
    .ifLet(\.child, action: Action.child) { self }
    .forEach(\.rows, action: Action.row) { self }
  }
}

/// A feature whose child is always present, and of its own kind.
private struct Endless: Reducer {
  struct State: Equatable {
    var taps = 0

    var inner: State {
      get { self }
      set { self = newValue }
    }
  }

  indirect enum Action: Sendable {
    case tap
    case inner(Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .tap = action { state.taps += 1 }
      return .none
    }
    .subscription(while: { $0.taps > 5 }) { .run { _ in await untilCancelled() } }
    Scope(state: \.inner, action: Action.inner) { self }
  }
}

/// Uses so many bytes of the stack.
@inline(never)
private func use(_ bytes: Int, from start: Int? = nil) {
  // Large, so that there are few calls: ThreadSanitizer has room for 65,536 nested ones.
  var block = InlineArray<4_096, UInt8>(repeating: 0)
  unsafe withUnsafeMutablePointer(to: &block) { pointer in
    let address = Int(bitPattern: pointer)
    let start = start ?? address
    if start - address < bytes { use(bytes, from: start) }
  }
}
