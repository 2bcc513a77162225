import RatchetTesting

/// A feature that counts, and starts and cancels what it is told.
struct Part: Reducer {
  struct State: Equatable { var count = 0 }

  enum Action: Equatable, Sendable {
    case add(Int)
    /// Starts an effect of this name, which is also its id, that goes on until it is cancelled.
    case start(String)
    case cancel(String)
    /// Adds one by `Effect.send`.
    case addLater
    /// Runs the operation of the feature.
    case operate
  }

  typealias Operation = @MainActor @Sendable (Send<Action>) async -> Void

  var operation: Operation = { _ in }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .add(let number) = action { state.count += number }
    return Self.effect(of: action, operation)
  }

  static func effect(of action: Action, _ operation: @escaping Operation) -> Effect<Action> {
    switch action {
    case .add: .none
    case .start(let name): .run(name: name) { _ in await untilCancelled() }.cancellable(id: name)
    case .cancel(let name): .cancel(id: name)
    case .addLater: .send(.add(1))
    case .operate: .run(name: "operation") { send in await operation(send) }
    }
  }
}

/// The same feature, with an identity.
struct Item: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var count = 0
  }

  var operation: Part.Operation = { _ in }

  func reduce(into state: inout State, action: Part.Action) -> Effect<Part.Action> {
    if case .add(let number) = action { state.count += number }
    return Part.effect(of: action, operation)
  }
}

extension Store {
  /// What is in flight, as `path: name`.
  var live: [String] { inFlight.map { "\($0.path): \($0.name ?? "send")" } }
}
