import RatchetTesting

/// A feature with others of its kind inside, one for each way in which a child is attached.
///
/// It declares a subscription.
struct Doll: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var isOn = false
    var rows: IdentifiedArrayOf<State> = []
    var path: Stack<State> = []
    var inside = Inside.nothing
    private var box = Inside.nothing

    init(id: Int = 0, isOn: Bool = false) {
      self.id = id
      self.isOn = isOn
    }

    var child: State? {
      get { box.doll }
      set { box = newValue.map(Inside.doll) ?? .nothing }
    }
  }

  indirect enum Inside: Equatable, Sendable {
    case nothing
    case doll(State)

    var doll: State? { if case .doll(let state) = self { state } else { nil } }

    /// Compares ids only: all that is inside would take stack for each level.
    static func == (one: Inside, other: Inside) -> Bool { one.doll?.id == other.doll?.id }
  }

  indirect enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case child(Action)
    case row(id: Int, Action)
    case path(StackAction<State, Action>)
    case inside(InsideAction)
  }

  indirect enum InsideAction: Sendable {
    case doll(Action)
  }

  /// Called for each feature when the store asks what it declares.
  var onLook: @MainActor () -> Void = {}

  var body: some ReducerOf<Self> {
    Scope(state: \.inside, action: Action.inside) {
      Scope(state: Inside.doll, action: InsideAction.doll) { self }
    }
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .subscription(while: { state in
      MainActor.assumeIsolated { onLook() }
      return state.isOn
    }) {
      .run(name: "on") { _ in await untilCancelled() }
    }
    .forEach(\.rows, action: Action.row) { self }
    .forEach(stack: \.path, action: Action.path) { self }
    .ifLet(\.child, action: Action.child) { self }
  }
}

extension Doll {
  /// A way in which a child is attached.
  enum Way: CaseIterable, Sendable {
    case child, row, screen, inside

    /// How many levels a child is below the feature that it lies in.
    var levels: Int { self == .inside ? 2 : 1 }

    func put(_ inner: State, in outer: inout State) {
      switch self {
      case .child: outer.child = inner
      case .row: outer.rows = [inner]
      case .screen: outer.path = [inner]
      case .inside: outer.inside = .doll(inner)
      }
    }
  }
}

extension Doll.State {
  /// Dolls with the ids from 0 to a depth, each in the one before.
  static func tower(_ depth: Int, by way: Doll.Way, isOn: (_ id: Int) -> Bool) -> Self {
    var state = Self(id: depth, isOn: isOn(depth))
    for id in (0..<depth).reversed() {
      var outer = Self(id: id, isOn: isOn(id))
      way.put(state, in: &outer)
      state = outer
    }
    return state
  }
}

extension Store<Doll.State, Doll.Action> {
  convenience init(
    _ state: Doll.State, log messages: Messages, onLook: @escaping @MainActor () -> Void = {}
  ) {
    self.init(initialState: state) {
      Doll(onLook: onLook)
    } withDependencies: {
      $0.log = messages.sink
      $0.sharedStorage = SharedStorage()
    }
  }

  func change(_ change: @escaping @Sendable (inout Doll.State) -> Void) {
    send(.change(change))
  }
}
