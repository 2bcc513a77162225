import RatchetTesting

/// The feature that does what a program says.
struct ProgramFeature: Reducer {
  struct State: Equatable {}

  let program: Program
  let world: World
  /// Sends to the store while it reduces.
  var sendAgain: @MainActor (Int) -> Void = { _ in }

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    let reaction = program.reaction(to: action)
    MainActor.assumeIsolated {
      world.reduces(action) {
        for again in reaction.sends { sendAgain(again) }
      }
    }
    return effect(of: reaction.effect)
  }

  private func effect(of plan: Plan) -> Effect<Int> {
    switch plan {
    case .none: .none
    case .send(let action): .send(action)
    case .run(let operation): effect(of: operation)
    case .merge(let plans): .merge(plans.map { effect(of: $0) })
    case .concatenate(let plans): .concatenate(plans.map { effect(of: $0) })
    case .cancel(let id): .cancel(id: id)
    case .cancellable(let plan, let id, let cancelInFlight):
      effect(of: plan).cancellable(id: id, cancelInFlight: cancelInFlight)
    }
  }

  private func effect(of operation: Operation) -> Effect<Int> {
    guard let handler = operation.handler else {
      return .run { [world] send in try await world.perform(operation, send) }
    }
    return .run { [world] send in
      try await world.perform(operation, send)
    } catch: { _, send in
      await send(handler)
    }
  }
}

/// Holds the feature of a program as a child that can be taken away; its state is the list of what
/// was reduced.
struct ProgramParent: Reducer {
  struct State: Equatable {
    var log: [Int] = []
    var child: ProgramFeature.State? = .init()
  }

  enum Action: Sendable, Equatable {
    case child(Int)
    case remove, insert
  }

  /// What the list shows of actions that are the parent's own.
  static let removed = -1
  static let inserted = -2

  let feature: ProgramFeature

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child(let number): state.log.append(number)
      case .remove:
        state.log.append(Self.removed)
        state.child = nil
      case .insert:
        state.log.append(Self.inserted)
        state.child = .init()
      }
      return .none
    }
    .ifLet(\.child, action: Action.child) { feature }
  }
}
