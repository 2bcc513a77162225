import RatchetTesting

// The features that dismiss themselves in `DismissTests`.

extension DismissTests {
  /// A feature that can be presented and presents one of its own kind.
  struct Panel: Reducer {
    struct State: Equatable {
      var isPresented: [Bool] = []
      var below: [State] = []

      var plain: State? {
        get { below.first }
        set { below = [newValue, sheet].compactMap(\.self) }
      }

      var sheet: State? {
        get { below.count > 1 ? below[1] : nil }
        set { below = [plain, newValue].compactMap(\.self) }
      }
    }

    indirect enum Action: Sendable {
      case close, start, ask, note(Bool)
      case plain(Action)
      case sheet(PresentationAction<Action>)
    }

    var onStart: @MainActor @Sendable () -> Void = {}
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .close:
          return .run { _ in await dismiss() }
        case .start:
          return .run(name: "forever") { _ in
            onStart()
            await untilCancelled()
          }
        case .ask:
          state.isPresented.append(isPresented)
          return .run { send in await send(.note(isPresented)) }
        case .note(let value): state.isPresented.append(value)
        case .plain, .sheet: break
        }
        return .none
      }
      .ifLet(\.plain, action: Action.plain) { Panel() }
      .ifLet(presenting: \.sheet, action: Action.sheet) { Panel() }
    }
  }

  struct Parent: Reducer {
    struct State: Equatable {
      var child: Panel.State?
      var log: [String] = []
      var isPresented: [Bool] = []

      static var presented: Self {
        Self(child: Panel.State(below: [Panel.State(), Panel.State()]))
      }
    }

    enum Action: Sendable {
      case child(PresentationAction<Panel.Action>)
      case present, start, ask, note(Bool)
    }

    var onStart: @MainActor @Sendable () -> Void = {}
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        let child = state.child == nil ? "none" : "child"
        switch action {
        case .child(.dismiss): state.log.append("dismiss, \(child)")
        case .child(.presented(.close)): state.log.append("presented, \(child)")
        case .child: break
        case .present: state = .presented
        case .start: return .run(name: "forever") { _ in await untilCancelled() }
        case .ask:
          state.isPresented.append(isPresented)
          return .run { send in await send(.note(isPresented)) }
        case .note(let value): state.isPresented.append(value)
        }
        return .none
      }
      .ifLet(presenting: \.child, action: Action.child) { Panel(onStart: onStart) }
    }
  }
}
