import RatchetTesting

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
