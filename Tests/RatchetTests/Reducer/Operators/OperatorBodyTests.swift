import RatchetTesting

@MainActor @Suite("The body of a child")
struct OperatorBodyTests {
  @Test("is built once for each store and place, when it is first used, for each operator")
  func once() {
    let built = Box<[String]>([])
    for round in 1...2 {
      let store = Store(initialState: Family.State.full) {
        Scope(state: \Family.State.child, action: Family.Action.child) { Counted("child", built) }
        Scope(state: \Family.State.other, action: Family.Action.other) { Counted("other", built) }
        EmptyReducer<Family.State, Family.Action>()
          .ifLet(\.maybe, action: Family.Action.maybe) { Counted("maybe", built) }
          .dependency(\.uuid, .incrementing)
          .onChange(of: \.child.count) { _, _ in EmptyReducer() }
      }
      #expect(built.value.count == 3 * (round - 1))
      for _ in 0..<3 { store.sendAll(.child(.add(1)), .maybe(.add(1))) }
      #expect(built.value.suffix(2) == ["child", "maybe"])
      #expect(built.value.count == 3 * (round - 1) + 2)
      store.sendAll(.other(.add(1)), .child(.add(1)))
      #expect(built.value.count == 3 * round)
    }
  }

  @Test("is built under the dependencies of its place")
  func dependencies() {
    let seen = Box<[Int]>([])
    let store = Store(initialState: Family.State.full) {
      Scope(state: \Family.State.child, action: Family.Action.child) {
        Asking(seen: seen).dependency(\.level, 1)
      }
      Scope(state: \Family.State.other, action: Family.Action.other) { Asking(seen: seen) }
    } withDependencies: {
      $0.level = 7
    }
    store.sendAll(.other(.add(1)), .child(.add(1)), .other(.add(1)))
    #expect(seen.value == [7, 1])
  }

  // MARK: - Fixtures

  private struct Counted: Reducer {
    typealias State = Part.State
    typealias Action = Part.Action

    let name: String
    let built: Box<[String]>

    init(_ name: String, _ built: Box<[String]>) {
      self.name = name
      self.built = built
    }

    var body: some ReducerOf<Self> {
      let _ = MainActor.assumeIsolated { built.value.append(name) }
      Part()
    }
  }

  private struct Asking: Reducer {
    typealias State = Part.State
    typealias Action = Part.Action

    let seen: Box<[Int]>
    @Dependency(\.level) var level

    var body: some ReducerOf<Self> {
      let _ = MainActor.assumeIsolated { seen.value.append(level) }
      Part()
    }
  }
}

extension DependencyValues {
  /// A number that tells which value of it is in force.
  var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

private enum LevelKey: DependencyKey {
  static let liveValue = 0
  static let testValue = 0
}
