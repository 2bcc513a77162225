import RatchetTesting

@MainActor @Suite("The identity of a child")
struct ChildIdentityTests {
  @Test("need not be Sendable, and is compared by value")
  func notSendable() {
    let store = Store(initialState: Parent<Name>.State(child: .init(id: Name("a")))) {
      Parent<Name>()
    }
    store.send(.child(.start("a")))
    store.send(.present({ .init(id: Name("a")) }))
    #expect(store.inFlight.count == 1)
    store.send(.present({ .init(id: Name("b")) }))
    #expect(store.inFlight.isEmpty)
  }

  @Test("is compared once at most for each path and action, not for each effect")
  func comparisons() {
    let store = Store(initialState: Parent<Slow>.State(child: .init(id: Slow(1)))) {
      Parent<Slow>()
    }
    for name in ["a", "b", "c"] { store.send(.child(.start(name))) }
    Slow.comparisons.value = 0
    store.send(.child(.add(1)))
    #expect(Slow.comparisons.value <= 1)
    Slow.comparisons.value = 0
    store.send(.present({ .init(id: Slow(2)) }))
    #expect(Slow.comparisons.value <= 1)
    #expect(store.inFlight.isEmpty)
  }

  @Test("is that of the object, if the state is one")
  func objects() {
    let old = Object()
    let store = Store(initialState: old as Object?) {
      Reduce<Object?, Renewal> { object, action in
        if case .renew = action { object = Object() }
        return .none
      }
      .ifLet(\.self, action: Renewal.object) {
        Reduce<Object, Part.Action> { object, action in
          if case .add(let number) = action { object.count += number }
          return Part.effect(of: action) { _ in }
        }
      }
    }
    store.send(.object(.start("a")))
    store.send(.object(.add(1)))
    #expect(old.count == 1)
    #expect(store.inFlight.count == 1)
    // The old one is alive, so that the new one cannot get its address.
    withExtendedLifetime(old) { _ = store.send(.renew) }
    #expect(store.inFlight.isEmpty)
  }

  // MARK: - Fixtures

  private final class Object: Identifiable { var count = 0 }

  private enum Renewal: Sendable { case object(Part.Action), renew }

  private struct Child<ID: Hashable>: Identifiable {
    var id: ID
    var count = 0
  }

  private struct Parent<ID: Hashable>: Reducer {
    struct State { var child: Child<ID>? }
    enum Action: Sendable {
      case child(Part.Action)
      case present(@Sendable () -> Child<ID>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .present(let make) = action { state.child = make() }
        return .none
      }
      .ifLet(\.child, action: Action.child) {
        Reduce<Child<ID>, Part.Action> { child, action in
          if case .add(let number) = action { child.count += number }
          return Part.effect(of: action) { _ in }
        }
      }
    }
  }

  /// Not Sendable.
  private final class Name: Hashable {
    var text: String
    init(_ text: String) { self.text = text }
    static func == (lhs: Name, rhs: Name) -> Bool { lhs.text == rhs.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  private struct Slow: Hashable {
    @MainActor static let comparisons = Box(0)
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (lhs: Slow, rhs: Slow) -> Bool {
      MainActor.assumeIsolated { comparisons.value += 1 }
      return lhs.number == rhs.number
    }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
}
