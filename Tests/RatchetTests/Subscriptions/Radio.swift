import RatchetTesting

/// A feature that declares one subscription of each kind.
struct Radio: Reducer {
  struct State: Equatable {
    var isOn = false
    var channel: Int?
    var downloads: [Int] = []
    var heard: [String] = []
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
    case heard(String)
    /// Returns an effect.
    case start(Effect<Action>)
  }

  typealias Operation = @MainActor @Sendable (_ name: String, Send<Action>) async throws -> Void

  /// What the subscriptions do, by their names: `on`, `channel 1`, `download 1`.
  var operation: Operation = { _, _ in await untilCancelled() }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      case .heard(let text): state.heard.append(text)
      case .start(let effect): return effect
      }
      return .none
    }
    .subscription(while: \.isOn) { effect("on") }
    .subscription(id: \.channel) { effect("channel \($0)") }
    .subscriptions(ids: \.downloads) { effect("download \($0)") }
  }

  private func effect(_ name: String) -> Effect<Action> {
    .run(name: name) { send in try await operation(name, send) }
  }
}

typealias RadioStore = StoreOf<Radio>

extension Store<Radio.State, Radio.Action> {
  convenience init(
    _ state: Radio.State = .init(), log messages: Messages? = nil,
    operation: @escaping Radio.Operation = { _, _ in await untilCancelled() }
  ) {
    self.init(initialState: state) {
      Radio(operation: operation)
    } withDependencies: {
      if let messages { $0.log = messages.sink }
    }
  }

  @discardableResult
  func change(_ change: @escaping @Sendable (inout Radio.State) -> Void) -> StoreTask {
    send(.change(change))
  }
}

extension Store {
  /// The names of the subscriptions that run.
  var subscribed: [String] { inFlight.filter(\.isSubscription).map { $0.name ?? "send" } }
}
