import Console
import Foundation
import Ratchet

/// Meetings that are held again and again: a list, the screens above it, and a form over them.
///
/// It has the plans, which a file keeps; the screens read them by their ids, and return changes.
struct Meetings: Reducer {
  struct State: Codable, Equatable, Sendable {
    var plans: IdentifiedArrayOf<Plan> = [] {
      didSet { leaveRemovedPlans() }
    }
    var selection = 0
    /// Of a new plan, or of one that is there.
    var form: Form.State?
    var path = Stack<Screen.State>()
    /// What has gone wrong with the file since the plans were changed last.
    var problem: String?
  }

  enum Action: Codable, Equatable, Sendable {
    case selectionMoved(by: Int)
    case openTapped, addTapped
    case form(PresentationAction<Form.Action>)
    case path(StackAction<Screen.State, Screen.Action>)
    /// Another program has changed the file.
    case plansChanged
    case fileFailed(String)
    /// The program is about to end, and a meeting that goes on is over.
    case quit
  }

  /// The name of the subscription that hears what goes wrong with the file.
  static let listening = "problems"

  @Dependency(FileStorage.self) var files
  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .selectionMoved(let step): state.select(state.selection + step)
      case .openTapped:
        guard state.plans.indices.contains(state.selection) else { return .none }
        state.path.push(.detail(Detail.State(planID: state.plans[state.selection].id)))
      case .addTapped: state.form = Form.State(plan: Plan(id: uuid()))
      case .path(.element(let id, .detail(let action))): follow(action, of: id, &state)
      case .fileFailed(let problem): state.problem = problem
      case .quit: quit(&state)
      case .plansChanged, .form, .path: break
      }
      return .none
    }
    .forEach(stack: \.path, action: Action.path) { Screen() }
    .ifLet(presenting: \.form, action: Action.form) { Form() }
    .kept(\.plans, in: .plans, changed: Action.plansChanged)
    .onChange(of: \.plans) { _, _ in
      Reduce { state, _ in
        state.problem = nil
        return .none
      }
    }
    .subscription(while: { _ in true }) {
      .run(name: Self.listening) { send in
        for await _ in files.arrivals {
          for problem in files.takeProblems() { await send(.fileFailed(problem)) }
        }
      }
    }
  }

  /// Shows what a detail asks for.
  private func follow(_ action: Detail.Action, of id: StackID, _ state: inout State) {
    guard case .detail(let detail)? = state.path[id: id] else { return }
    switch action {
    case .startTapped: state.path.push(.meeting(Meeting.State(planID: detail.planID)))
    case .editTapped: state.form = state.plans[id: detail.planID].map { Form.State(plan: $0) }
    case .deleteTapped, .backTapped, .alert: break
    }
  }

  private func quit(_ state: inout State) {
    if case .meeting(let meeting)? = state.path.last, !meeting.hasEnded {
      let record = Record(date: now, seconds: meeting.elapsed)
      state.plans[id: meeting.planID]?.records.append(record)
    }
    state.path.popToRoot()
    state.form = nil
  }
}

extension Meetings.State {
  fileprivate mutating func select(_ position: Int) {
    selection = max(0, min(position, plans.count - 1))
  }

  /// Leaves the screens of plans that are removed, by one of them or by another program.
  fileprivate mutating func leaveRemovedPlans() {
    select(selection)
    let removed = path.ids.first { id in
      path[id: id].map { !plans.contains(id: $0.planID) } ?? false
    }
    if let removed { path.pop(from: removed) }
  }
}

/// A screen above the list.
struct Screen: Reducer {
  enum State: Codable, Equatable, Sendable {
    case detail(Detail.State)
    case meeting(Meeting.State)

    var planID: Plan.ID {
      switch self {
      case .detail(let detail): detail.planID
      case .meeting(let meeting): meeting.planID
      }
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case detail(Detail.Action)
    case meeting(Meeting.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: State.detail, action: Action.detail) { Detail() }
    Scope(state: State.meeting, action: Action.meeting) { Meeting() }
  }
}
