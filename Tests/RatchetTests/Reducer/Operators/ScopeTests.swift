import RatchetTesting

@MainActor @Suite("Scope")
struct ScopeTests {
  @Test("reaches a child through any kind of key path", arguments: Kind.allCases)
  func keyPaths(kind: Kind) async {
    let store = Store(initialState: Holder()) {
      Scope(state: kind.keyPath, action: Wrapped.part) { Part() }
    }
    store.send(.part(.add(2)))
    store.send(.part(.start("a")))
    store.send(.part(.addLater))
    #expect(store.state[keyPath: kind.keyPath].count == 3)
    for other in Kind.allCases where other != kind && other.place != kind.place {
      #expect(store.state[keyPath: other.keyPath].count == 0)
    }
    #expect(store.inFlight.count == 1)
    store.send(.part(.cancel("a")))
    #expect(store.inFlight.isEmpty)
  }

  @Test("reaches a child that is a function, which lies in a struct in another form")
  func functions() {
    let store = Store(initialState: Functions()) {
      Scope(state: \Functions.call, action: Step.step) {
        Reduce<() -> Int, Int> { call, number in
          let old = call()
          call = { old + number }
          return .none
        }
      }
      Scope(state: \Functions.pair, action: Step.pair) {
        Reduce<(Int, () -> Int), Int> { pair, number in
          let old = pair.1()
          pair = (pair.0 + 1, { old * number })
          return .none
        }
      }
    }
    store.send(.step(5))
    store.send(.step(10))
    store.send(.pair(3))
    #expect(store.state.call() == 16)
    #expect(store.state.pair.0 == 1)
    #expect(store.state.pair.1() == 6)
  }

  @Test("calls the observers of a property as Swift does")
  func observers() {
    let store = Store(initialState: Watched()) {
      Scope(state: \Watched.part, action: Wrapped.part) { Part() }
    }
    store.send(.part(.add(1)))
    store.send(.part(.add(2)))
    #expect(store.changes == [1, 3])
  }

  // MARK: - Fixtures

  private struct Watched {
    var changes: [Int] = []
    var part = Part.State() {
      didSet { changes.append(part.count) }
    }
  }

  enum Kind: CaseIterable, Sendable {
    case stored, nested, tuple, computed, subscripted, named, inClass, forced, wrapped

    @MainActor var keyPath: WritableKeyPath<Holder, Part.State> {
      switch self {
      case .stored: \.part
      case .nested: \.inner.part
      case .tuple: \.tuple.second
      case .computed: \.computed
      case .subscripted: \.[1]
      case .named: \.[named: "a"]
      case .inClass: \.object.part
      case .forced: \.optional!
      case .wrapped: \.wrapped
      }
    }

    /// Where the value really is.
    var place: Kind { self == .computed ? .nested : self }
  }

  struct Holder {
    var part = Part.State()
    var inner = Inner()
    var tuple = (first: 0, second: Part.State())
    var list = [Part.State(), Part.State()]
    var named: [String: Part.State] = [:]
    var object = Object()
    var optional: Part.State? = Part.State()
    @Twice var wrapped = Part.State()

    var computed: Part.State {
      get { inner.part }
      set { inner.part = newValue }
    }

    subscript(index: Int) -> Part.State {
      get { list[index] }
      set { list[index] = newValue }
    }

    subscript(named name: String) -> Part.State {
      get { named[name] ?? Part.State() }
      set { named[name] = newValue }
    }
  }

  struct Inner { var part = Part.State() }

  final class Object { var part = Part.State() }

  @propertyWrapper struct Twice {
    var values: [Part.State]
    init(wrappedValue: Part.State) { values = [wrappedValue, wrappedValue] }
    var wrappedValue: Part.State {
      get { values[1] }
      set { values = [newValue, newValue] }
    }
  }

  private struct Functions {
    var call: () -> Int = { 1 }
    var pair: (Int, () -> Int) = (0, { 2 })
  }

  private enum Wrapped: Sendable { case part(Part.Action) }
  private enum Step: Sendable { case step(Int), pair(Int) }
}
