import RatchetTesting

/// Copies are counted by the addresses of arrays: a copy that is changed has its elements
/// elsewhere.
@MainActor @Suite("A child's state, when its reducer changes it")
struct ChildInPlaceTests {
  @Test("is not copied in a struct, an optional, a case, or a row", arguments: Way.inPlace)
  func inPlace(way: Way) {
    let store = Store(initialState: Parent.State()) { Parent() }
    // Proves the case paths, which takes them apart once.
    for way in Way.allCases { store.send(way.action) }
    let addresses = store.state.addresses
    for _ in 0..<3 { store.send(way.action) }
    #expect(store.state.addresses == addresses)
    #expect(store.state.counts[way] == 4)
    #expect(store.state.counts.values.reduce(0, +) == 4 + Way.allCases.count - 1)
  }

  @Test(
    "is not copied, nor held elsewhere, by the search for removed features", arguments: Way.inPlace
  )
  func search(way: Way) {
    let store = Store(initialState: Parent.State()) { Parent() }
    for way in Way.allCases { store.send(way.start) }
    for way in Way.allCases { store.send(way.action) }
    let addresses = store.state.addresses
    for _ in 0..<3 { store.send(way.action) }
    #expect(store.state.addresses == addresses)
    // The only reference to an object, as it would be without a store.
    #expect(store.state.uniques[way] == true)
  }

  // MARK: - Fixtures

  enum Way: CaseIterable, Sendable {
    case plain, optional, enumCase, row

    /// Reflection copies what is in a case.
    static var inPlace: [Way] { allCases.filter { EnumMemory.isTrusted || $0 != .enumCase } }

    var action: Parent.Action { action(.append) }

    var start: Parent.Action { action(.start) }

    private func action(_ action: Big.Action) -> Parent.Action {
      switch self {
      case .plain: .plain(action)
      case .optional: .optional(action)
      case .enumCase: .enumCase(.big(action))
      case .row: .row(id: 1, action: action)
      }
    }
  }

  struct Big: Reducer {
    final class Object {}

    struct State: Identifiable {
      var id = 1
      var values = Array(0..<100)
      var object = Object()
      var count = 0
      var isUnique = false

      init() { values.reserveCapacity(1_000) }
    }

    enum Action: Sendable { case append, start }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .start = action { return .run { _ in await untilCancelled() } }
      state.values.append(state.count)
      state.count += 1
      state.isUnique = isKnownUniquelyReferenced(&state.object)
      return .none
    }
  }

  struct Choice: Reducer {
    enum State {
      case big(Big.State)
      case none
    }
    enum Action: Sendable { case big(Big.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: State.big, action: Action.big) { Big() }
    }
  }

  struct Parent: Reducer {
    struct State {
      var plain = Big.State()
      var optional: Big.State? = Big.State()
      var enumCase = Choice.State.big(Big.State())
      var rows: IdentifiedArrayOf<Big.State> = [Big.State()]
    }

    enum Action: Sendable {
      case plain(Big.Action), optional(Big.Action), enumCase(Choice.Action)
      case row(id: Int, action: Big.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.plain, action: Action.plain) { Big() }
      Scope(state: \.enumCase, action: Action.enumCase) { Choice() }
      EmptyReducer()
        .ifLet(\.optional, action: Action.optional) { Big() }
        .forEach(\.rows, action: Action.row) { Big() }
    }
  }
}

extension ChildInPlaceTests.Parent.State {
  typealias Way = ChildInPlaceTests.Way
  typealias Big = ChildInPlaceTests.Big

  private var all: [Way: Big.State] {
    var all: [Way: Big.State] = [.plain: plain]
    all[.optional] = optional
    if case .big(let big) = enumCase { all[.enumCase] = big }
    all[.row] = rows[id: 1]
    return all
  }

  var addresses: [Way: UInt] {
    all.mapValues { state in
      unsafe state.values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  var counts: [Way: Int] { all.mapValues(\.count) }

  var uniques: [Way: Bool] { all.mapValues(\.isUnique) }
}
