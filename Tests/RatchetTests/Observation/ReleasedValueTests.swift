import RatchetTesting
import Testing

/// Releasing a value calls its `deinit`, which may do anything to the store that let it go.
@Suite("A value that a store has watched") @MainActor
struct ReleasedValueTests {
  @Test("is released when all has been compared", arguments: Watched.allCases)
  func afterwards(_ watched: Watched) {
    let log = Box<[String]>([])
    let store = watched.makeStore(log) { log.value.append("released") }
    let observers = watched.observe(store) + [Observer { _ = store.last.comparison }]
    log.value = []
    store.send(.replace)
    #expect(log.value.first == "compared")
    #expect(log.value.contains("released"))
    withExtendedLifetime(observers) {}
  }

  @Test("may drop the store when it is released", arguments: Watched.allCases)
  func dropsStore(_ watched: Watched) async {
    #expect(await watched.replaceInEffect { slot in slot.value = nil } > 0)
  }

  @Test("may read and scope the store when it is released", arguments: Watched.allCases)
  func readsStore(_ watched: Watched) async {
    let released = await watched.replaceInEffect { slot in
      guard let store = slot.value else { return }
      _ = Watched.allCases.flatMap { $0.observe(store) }
    }
    #expect(released > 0)
  }

  @Test("may drop the store when it is compared")
  func comparison() async {
    let slot = Slot<StoreOf<Keeper>>()
    let state = Keeper.State(last: Keeper.Last(comparison: Comparison { slot.value = nil }))
    slot.value = StoreOf<Keeper>(initialState: state) { Keeper() }
    weak let store = slot.value
    let observers = [
      Observer { [weak store] in _ = store?.last.comparison },
      Observer { [weak store] in _ = store?.part.token },
    ]
    let signal = Signal()
    let task = store?.send(.wait(signal))
    signal.open()
    await task?.finish()
    #expect(store == nil)
    withExtendedLifetime(observers) {}
  }

  @Test("of a key path may read the store when the key path is forgotten")
  func keyPath() {
    let store = StoreOf<Keeper>(initialState: Keeper.State()) { Keeper() }
    let released = Box(0)
    for number in 0..<200 {
      let token = HeldValue(number) { [weak store] in
        released.value += 1
        _ = Observer(isRepeating: false) { [weak store] in _ = store?.token }
      }
      _ = Observer(isRepeating: false) { _ = store[dynamicMember: \.[token]] }
      store.send(.replace)
    }
    #expect(released.value > 100)
  }
}

// MARK: - Fixtures

/// How a value can be held by nothing but what watches it.
enum Watched: String, CaseIterable, Codable, Sendable {
  case member, computed, ids, presence
  case part, computedPart
  case optional, optionalGone, enumCase, enumCaseGone, row, rowGone

  @MainActor fileprivate func makeStore(
    _ log: Box<[String]> = Box([]), release: @escaping @MainActor @Sendable () -> Void
  ) -> StoreOf<Keeper> {
    StoreOf<Keeper>(
      initialState: Keeper.State(
        self, isArmed: true, Comparison { log.value.append("compared") }, release)
    ) {
      Keeper(watched: self)
    }
  }

  /// Watches the value, and holds nothing of it or of the store.
  @MainActor fileprivate func observe(_ store: StoreOf<Keeper>) -> [Observer<Void>] {
    [
      Observer(isRepeating: false) { [weak store] in
        guard let store else { return }
        switch self {
        case .member: _ = store.token
        case .computed: _ = store.computed
        case .ids: _ = store.scope(state: \.keyed, action: { $1 })
        case .presence: _ = store.scope(state: \.detail, action: { $0 }) != nil
        case .part: _ = store.part.token
        case .computedPart: _ = store.scope(state: \.computedPart, action: { $0 }).token
        case .optional, .optionalGone: _ = store.scope(state: \.optional, action: { $0 })?.token
        case .enumCase, .enumCaseGone: _ = store.first?.token
        case .row, .rowGone: _ = store.scope(state: \.rows, action: { $1 }).first?.token
        }
      }
    ]
  }

  /// Replaces the value in an effect, with nobody holding the store but a slot; returns how many
  /// were released.
  @MainActor func replaceInEffect(
    _ release: @escaping @MainActor @Sendable (Slot<StoreOf<Keeper>>) -> Void
  ) async -> Int {
    let slot = Slot<StoreOf<Keeper>>()
    let isArmed = Box(false)
    let released = Box(0)
    slot.value = makeStore {
      guard isArmed.value else { return }
      released.value += 1
      // What is computed is released as soon as it was read.
      isArmed.value = false
      release(slot)
      isArmed.value = true
    }
    let observers = slot.value.map(observe)
    isArmed.value = true
    let signal = Signal()
    let task = slot.value?.send(.wait(signal))
    signal.open()
    await task?.finish()
    slot.value = nil
    withExtendedLifetime(observers) {}
    return released.value
  }
}

/// Equal by number; calls something when it is released.
final class HeldValue: Sendable, Hashable {
  let number: Int
  private let end: SendsAtEnd?

  init(_ number: Int, _ release: (@MainActor @Sendable () -> Void)? = nil) {
    self.number = number
    end = release.map(SendsAtEnd.init)
  }

  static func == (one: HeldValue, other: HeldValue) -> Bool { one.number == other.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Equal to all others; calls something when it is compared.
struct Comparison: Equatable, Sendable {
  var count = 0
  private let compared: @MainActor @Sendable () -> Void

  init(_ compared: @escaping @MainActor @Sendable () -> Void = {}) {
    self.compared = compared
  }

  static func == (one: Comparison, other: Comparison) -> Bool {
    MainActor.assumeIsolated { one.compared() }
    return true
  }
}

struct Keeper: Reducer {
  struct Child: Equatable { var token: HeldValue? }
  struct Last { var comparison = Comparison() }
  struct Row: Identifiable {
    let id: Int
    var token: HeldValue?
  }
  struct Keyed: Identifiable { let id: HeldValue }
  enum Page {
    case none
    case first(Child)
  }

  struct State {
    var token: HeldValue?
    var make: (@Sendable () -> HeldValue)?
    var keyed: IdentifiedArrayOf<Keyed> = []
    var detail: Keyed?
    var part = Child()
    var optional: Child?
    var page = Page.none
    var rows: IdentifiedArrayOf<Row> = []
    var last = Last()

    var computed: HeldValue? { make?() }
    var computedPart: Child { Child(token: make?()) }
    subscript(token: HeldValue) -> Int { token.number + last.comparison.count }

    init(last: Last = Last()) { self.last = last }
  }

  enum Action: Sendable {
    case replace
    case wait(Signal)
  }

  var watched: Watched?

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .replace:
      var comparison = state.last.comparison
      comparison.count += 1
      state = State(watched, isArmed: false, comparison)
      return .none
    case .wait(let signal):
      return .run { send in
        await signal.wait()
        await send(.replace)
      }
    }
  }
}

extension Keeper.State {
  /// A state that has the value, or another one in its place.
  fileprivate init(
    _ watched: Watched?, isArmed: Bool, _ comparison: Comparison,
    _ release: @escaping @MainActor @Sendable () -> Void = {}
  ) {
    self.init(last: Keeper.Last(comparison: comparison))
    let number = isArmed ? 1 : 2
    let make: @Sendable () -> HeldValue = { HeldValue(number, isArmed ? release : nil) }
    let child = Keeper.Child(token: make())
    switch watched {
    case nil: token = HeldValue(number)
    case .member: token = make()
    case .computed, .computedPart: self.make = make
    case .ids: keyed = [Keeper.Keyed(id: make())]
    case .presence: detail = Keeper.Keyed(id: make())
    case .part: part = child
    case .optional: optional = child
    case .optionalGone: optional = isArmed ? child : nil
    case .enumCase: page = .first(child)
    case .enumCaseGone: page = isArmed ? .first(child) : .none
    case .row: rows = [Keeper.Row(id: 1, token: make())]
    case .rowGone: rows = isArmed ? [Keeper.Row(id: 1, token: make())] : []
    }
  }
}

extension StoreOf<Keeper> {
  fileprivate var part: Store<Keeper.Child, Keeper.Action> {
    scope(state: \.part, action: { $0 })
  }

  fileprivate var first: Store<Keeper.Child, Keeper.Action>? {
    scope(state: \.page, action: { $0 })
      .scope(state: Keeper.Page.first, action: { $0 })
  }

  /// Scoped to last, so looked at last.
  fileprivate var last: Store<Keeper.Last, Keeper.Action> {
    scope(state: \.last, action: { $0 })
  }
}
