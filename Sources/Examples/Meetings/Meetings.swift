import Console
import Foundation
import Ratchet

/// Meetings that are held again and again: a list, the screens above it, and a form over them.
///
/// It owns the plans and keeps them in a file; the screens tell it what is to change.
struct Meetings: Reducer {
  struct State: Codable, Equatable, Sendable {
    var plans: IdentifiedArrayOf<Plan> = []
    var selection = 0
    /// Of a new plan, or of one that is there.
    var form: Form.State?
    var path = Stack<Screen.State>()
    /// Whether the file holds what is here, and what has gone wrong with it last.
    var isSaved = true
    var problem: StorageError?
  }

  enum Action: Codable, Equatable, Sendable {
    case selectionMoved(by: Int)
    case openTapped, addTapped
    case form(PresentationAction<Form.Action>)
    case path(StackAction<Screen.State, Screen.Action>)
    case saved
    case saveFailed(StorageError)
    /// The program is about to end: a meeting that goes on is over, and all is saved.
    case quit
  }

  /// The effect and its id.
  static let saving = "save"
  /// How long nothing may have changed before the plans are saved.
  static let quietTime: Duration = .seconds(1)

  @Dependency(StorageClient.self) var storage
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
      case .saved: (state.isSaved, state.problem) = (true, nil)
      case .saveFailed(let error): state.problem = error
      case .form, .path, .quit: break
      }
      return .none
    }
    .forEach(\.path, action: Action.path) { Screen() }
    .ifLet(\.form, action: Action.form) { Form() }
    .onChange(of: \.plans) { _, plans in
      Reduce { state, _ in
        state.isSaved = false
        return save(plans).debounce(id: Self.saving, for: Self.quietTime)
      }
    }
    Reduce { state, action in action == .quit ? quit(&state) : .none }
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

  private func quit(_ state: inout State) -> Effect<Action> {
    if case .meeting(let meeting)? = state.path.last {
      keep(meeting, &state)
      state.isSaved = false
    }
    state.path.popToRoot()
    state.form = nil
    let saving = save(state.plans).cancellable(id: Self.saving, cancelInFlight: true)
    return state.isSaved ? .none : saving
  }

  private func save(_ plans: IdentifiedArrayOf<Plan>) -> Effect<Action> {
    .run(name: Self.saving) { send in
      do throws(StorageError) {
        try await storage.save(plans)
        await send(.saved)
      } catch {
        await send(.saveFailed(error))
      }
    }
  }

  /// Puts a plan into the list, and on the screen that shows it.
  private func takeOver(_ plan: Plan, _ state: inout State) {
    state.plans.updateOrAppend(plan)
    if let id = state.path.ids.last, case .detail(var detail)? = state.path[id: id] {
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
