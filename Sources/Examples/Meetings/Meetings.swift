import Console
import Foundation
import Ratchet

/// Meetings that are held again and again: a list, the screens above it, and a form over them.
///
/// It owns the plans, which a file keeps; the screens tell it what is to change.
struct Meetings: Reducer {
  struct State: Codable, Equatable, Sendable {
    var plans: IdentifiedArrayOf<Plan> = []
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

  var key = SharedKey.plans(in: "meetings.json")

  @Dependency(FileStorage.self) var files
  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .selectionMoved(let step):
        state.selection = max(0, min(state.selection + step, state.plans.count - 1))
      case .openTapped:
        guard state.plans.indices.contains(state.selection) else { return .none }
        state.path.push(.detail(Detail.State(plan: state.plans[state.selection])))
      case .addTapped: state.form = Form.State(plan: Plan(id: uuid()))
      case .form(.presented(.saveTapped)):
        if let form = state.form, form.hint == nil { takeOver(form.finished, &state) }
      case .path(.element(let id, let action)): follow(action, of: id, &state)
      case .plansChanged: showPlans(&state)
      case .fileFailed(let problem): state.problem = problem
      case .quit: quit(&state)
      case .form, .path: break
      }
      return .none
    }
    .forEach(\.path, action: Action.path) { Screen() }
    .ifLet(\.form, action: Action.form) { Form() }
    .onChange(of: \.plans) { _, _ in
      Reduce { state, _ in
        state.problem = nil
        return .none
      }
    }
    .shared(\.plans, key, changed: Action.plansChanged)
    .subscription(while: { _ in true }) {
      .run(name: Self.listening) { send in
        for await _ in files.arrivals {
          for problem in files.takeProblems() { await send(.fileFailed(problem)) }
        }
      }
    }
  }

  /// Does what a screen cannot do itself.
  private func follow(_ action: Screen.Action, of id: StackID, _ state: inout State) {
    switch (action, state.path[id: id]) {
    case (.detail(.startTapped), .detail(let detail)?):
      state.path.push(.meeting(Meeting.State(plan: detail.plan)))
    case (.detail(.editTapped), .detail(let detail)?):
      state.form = Form.State(plan: detail.plan)
    case (.detail(.deletionConfirmed), .detail(let detail)?):
      state.plans.remove(id: detail.plan.id)
      state.path.pop(from: id)
    case (_, .meeting(let meeting)?) where meeting.hasEnded: keep(meeting, &state)
    default: break
    }
  }

  /// Leaves a meeting, and keeps a record of it.
  private func keep(_ meeting: Meeting.State, _ state: inout State) {
    state.path.popLast()
    guard var plan = state.plans[id: meeting.plan.id] else { return }
    plan.records.append(Record(date: now, seconds: meeting.elapsed))
    takeOver(plan, &state)
  }

  private func quit(_ state: inout State) {
    if case .meeting(let meeting)? = state.path.last { keep(meeting, &state) }
    state.path.popToRoot()
    state.form = nil
  }

  /// Puts a plan into the list, and on the screen that shows it.
  private func takeOver(_ plan: Plan, _ state: inout State) {
    state.plans.updateOrAppend(plan)
    showPlans(&state)
  }

  /// Has the list and the screens show the plans as they are.
  private func showPlans(_ state: inout State) {
    state.selection = max(0, min(state.selection, state.plans.count - 1))
    for id in state.path.ids {
      guard case .detail(var detail)? = state.path[id: id],
        let plan = state.plans[id: detail.plan.id]
      else { continue }
      detail.plan = plan
      state.path[id: id] = .detail(detail)
    }
  }
}

/// A screen above the list.
struct Screen: Reducer {
  enum State: Codable, Equatable, Sendable {
    case detail(Detail.State)
    case meeting(Meeting.State)
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
