import Observation
import RatchetTesting

@MainActor @Suite("Mirrors of a shared key")
struct MirrorTests {
  @Test("are equal from the beginning: the outermost initial value is that of all")
  func beginning() {
    let store = OfficeStore(.full)
    #expect(Set(store.state.sizes) == [1])
    #expect(store.state.sizes.count == 15)
  }

  @Test("follow the one that an action changes, whichever that is")
  func anyMirror() {
    let store = OfficeStore(.full)
    let changes: [@Sendable (inout Office.State) -> Void] = [
      { $0.theme.size = 2 }, { $0.seat.theme.size = 3 }, { $0.seat.lamp.theme.size = 4 },
      { $0.guest?.theme.size = 5 }, { $0.guest?.lamp.theme.size = 6 },
      { $0.rows[id: 2]?.theme.size = 7 }, { $0.rows[id: 1]?.lamp.theme.size = 8 },
      { $0.path[0].theme.size = 9 }, { $0.cabin = .taken(.sized($0.cabin.seat, 10)) },
    ]
    for (index, change) in changes.enumerated() {
      store.change(change)
      #expect(store.state.sizes == Array(repeating: index + 2, count: 15))
    }
    store.send(.row(id: 2, .lamp(70)))
    #expect(Set(store.state.sizes) == [70])
    store.send(.seat(.enlarge))
    #expect(Set(store.state.sizes) == [71])
  }

  @Test("have the value of the outermost feature if an action changes several")
  func outermost() {
    let store = OfficeStore(.full)
    store.change {
      $0.rows[id: 1]?.lamp.theme.size = 5
      $0.rows[id: 1]?.theme.size = 4
    }
    #expect(Set(store.state.sizes) == [4])
    store.change {
      $0.seat.theme.size = 6
      $0.theme.size = 7
    }
    #expect(Set(store.state.sizes) == [7])
  }

  @Test("are merged by the key if an action changes several")
  func merged() {
    let store = Store(initialState: Totals.State()) { Totals() }
    store.send(.change { $0.a += 1 })
    store.send(
      .change {
        $0.a += 10
        $0.b += 100
        $0.child.total += 1_000
      })
    #expect(store.state == Totals.State(all: 1_111))
  }

  @Test("in a feature that appears get the value that the store has")
  func appearing() {
    let store = OfficeStore()
    store.change { $0.theme.size = 5 }
    store.change {
      $0.guest = Seat.State(id: 7)
      $0.rows = [Seat.State(id: 1), Seat.State(id: 2)]
      $0.cabin = .taken(Seat.State(id: 1))
    }
    store.send(.path(.push(Seat.State(id: 3))))
    #expect(store.state.sizes == Array(repeating: 5, count: 13))
    #expect(store.state.guest?.id == 7)
  }

  @Test("in a feature that appears in the action that changes another mirror get the new value")
  func appearingWithChange() {
    let store = OfficeStore()
    store.change {
      $0.rows.append(Seat.State(id: 1))
      $0.seat.theme.size = 3
    }
    #expect(store.state.sizes == [3, 3, 3, 3, 3])
  }

  @Test("of a child with another identity do not change the value")
  func anotherIdentity() {
    let store = OfficeStore(.full)
    store.change { $0.guest = Seat.State(id: 99) }
    #expect(Set(store.state.sizes) == [1])
  }

  @Test("in a feature that came and left within one action are of no effect")
  func cameAndLeft() {
    let store = OfficeStore()
    store.change {
      $0.guest = Seat.State(id: 1, theme: Theme(size: 9))
      $0.guest = nil
    }
    #expect(store.state == Office.State(seat: .sized(nil, 1)))
  }

  @Test("are equal when an effect that the action returned starts, and when observers are told")
  func beforeEffects() async {
    let store = OfficeStore(.full)
    let seen = Box<[Set<Int>]>([])
    withObservationTracking {
      _ = store.guest
    } onChange: {
      MainActor.assumeIsolated { seen.value.append(Set(store.state.sizes)) }
    }
    let task = store.change { $0.theme.size = 2 }
    store.send(.start { seen.value.append(Set(store.state.sizes)) })
    await task.finish()
    #expect(seen.value == [[2], [2]])
  }

  @Test("in a thousand rows follow, and a row's action takes the others along")
  func manyRows() {
    let rows = (0..<1_000).map { Seat.State(id: $0) }
    let store = OfficeStore(Office.State(rows: IdentifiedArray(rows)))
    store.send(.row(id: 500, .lamp(4)))
    #expect(Set(store.state.sizes) == [4])
    store.change { $0.rows.removeAll { $0.id.isMultiple(of: 2) } }
    store.change { $0.rows.append(Seat.State(id: 2)) }
    #expect(store.state.sizes == Array(repeating: 4, count: 3 + 501 * 2))
  }

  @Test("below another dependency are declared by a body that was built with it")
  func otherDependency() {
    let storage = SharedStorage()
    let store = Store(initialState: 0) {
      Renamed().dependency { $0[KeyName.self] = "inner" }
    } withDependencies: {
      $0.sharedStorage = storage
    }
    store.send(3)
    #expect(storage.value(of: Renamed.key("inner")) == 3)
    #expect(storage.value(of: Renamed.key("outer")) == nil)
  }

  @Test("release what they had when all are written, and the state is not being changed")
  func release() {
    let store = Store(initialState: Holder.State()) { Holder() }
    let counts = Box<[Int]>([])
    store.send(.add { counts.value.append(store.state.held.count) })
    #expect(counts.value == [0])
  }

  @Test("of two keys in one feature are kept apart, and two of one key are equal")
  func twoKeys() {
    let store = Store(initialState: Totals.State()) { Totals() }
    store.send(.change { $0.b = 4 })
    #expect(store.state.a == 4)
    #expect(store.state.name == "none")
    store.send(.change { $0.name = "some" })
    #expect(store.state == Totals.State(all: 4, name: "some"))
  }
}

// MARK: - Fixtures

extension Office.State {
  /// With all features that there can be.
  static var full: Self {
    var state = Self()
    state.guest = Seat.State(id: 5)
    state.cabin = .taken(Seat.State(id: 6))
    state.rows = [Seat.State(id: 1), Seat.State(id: 2)]
    state.path.push(Seat.State(id: 3))
    state.path.push(Seat.State(id: 4))
    return state
  }
}

extension Seat.State {
  static func sized(_ other: Self?, _ size: Int) -> Self {
    var state = other ?? Seat.State()
    state.theme.size = size
    state.lamp.theme.size = size
    return state
  }
}

private enum KeyName: DependencyKey {
  static let liveValue = "outer"
  static let testValue = "outer"
}

/// A feature whose key has a name that a dependency gives.
private struct Renamed: Reducer {
  @Dependency(KeyName.self) var name

  static func key(_ name: String) -> SharedKey<Int> { SharedKey(name, default: 0, in: .memory) }

  var body: some Reducer<Int, Int> {
    Reduce { state, action in
      state = action
      return .none
    }
    .shared(\.self, Self.key(name))
  }
}

/// Something that tells when it is released.
private final class Held: Equatable, Sendable {
  private let onRelease: @MainActor @Sendable () -> Void

  init(onRelease: @escaping @MainActor @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { MainActor.assumeIsolated { [onRelease] in onRelease() } }

  static func == (one: Held, other: Held) -> Bool { one === other }
}

extension SharedKey where Value == [Held] {
  fileprivate static var held: Self { SharedKey("held", default: [], in: .memory) }
}

/// A feature whose child appears with what it does not keep.
private struct Holder: Reducer {
  struct State {
    var held: [Held] = []
    var child: Child?

    struct Child { var held: [Held] }
  }

  enum Action {
    case add(@MainActor @Sendable () -> Void)
    case child(Never)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .add(let onRelease) = action {
        state.child = State.Child(held: [Held(onRelease: onRelease)])
      }
      return .none
    }
    .shared(\.held, .held)
    .ifLet(\.child, action: Action.child) { EmptyReducer().shared(\.held, .held) }
  }
}

/// A feature with two mirrors of one key, one of another, and a child with a mirror.
private struct Totals: Reducer {
  struct State: Equatable {
    var a = 0
    var b = 0
    var name = "none"
    var child = Child()

    struct Child: Equatable { var total = 0 }

    init() {}

    init(all total: Int, name: String = "none") {
      (a, b, child.total, self.name) = (total, total, total, name)
    }
  }

  enum Action {
    case change(@Sendable (inout State) -> Void)
    case child(Never)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .shared(\.a, .total)
    .shared(\.b, .total)
    .shared(\.name, SharedKey("name", default: "default", in: .memory))
    Scope(state: \.child, action: Action.child) {
      EmptyReducer().shared(\.total, .total)
    }
  }
}
