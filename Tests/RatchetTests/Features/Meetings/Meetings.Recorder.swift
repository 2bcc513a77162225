import Foundation
import RatchetTesting

extension Meetings {
  /// The list, and the screens above it; it keeps the plans, whoever changes them.
  struct Recorder: Reducer {
    struct State: Equatable {
      var list = List.State()
      var path = Stack<Screen.State>()
    }

    enum Action: Equatable, Sendable {
      case list(List.Action)
      case planTapped(Plan.ID)
      /// A link into the program: to a plan, or to its records being made.
      case linkOpened(Plan.ID, isRecording: Bool)
      case path(StackAction<Screen.State, Screen.Action>)
    }

    private enum CancelID { case save }

    @Dependency(\.uuid) var uuid
    @Dependency(\.date.now) var now
    @Dependency(\.planStorage) var storage

    var body: some ReducerOf<Self> {
      CombineReducers {
        Scope(state: \.list, action: Action.list) { List() }
        Reduce { state, action in
          switch action {
          case .planTapped(let id): open(id, isRecording: false, &state)
          case .linkOpened(let id, let isRecording): open(id, isRecording: isRecording, &state)
          case .path(.element(let id, let action)): follow(action, of: id, &state)
          case .list, .path: break
          }
          return .none
        }
        .forEach(\.path, action: Action.path) { Screen() }
      }
      .onChange(of: \.list.plans) { _, plans in
        Reduce { _, _ in
          .run(name: "save") { _ in await storage.save(plans) }
            .debounce(id: CancelID.save, for: .seconds(1))
        }
      }
    }

    private func open(_ id: Plan.ID, isRecording: Bool, _ state: inout State) {
      guard let plan = state.list.plans[id: id] else { return }
      let detail = Screen.State.detail(Detail.State(plan: plan))
      let recording = Screen.State.recording(Recording.State(plan: plan))
      state.path.show(isRecording ? [detail, recording] : [detail]) { $0.name == $1.name }
    }

    private func follow(_ action: Screen.Action, of id: StackID, _ state: inout State) {
      guard let plan = state.path[id: id]?.plan else { return }
      switch action {
      case .detail(.delegate(.changed(let plan))): state.list.plans[id: plan.id] = plan
      case .detail(.delegate(.deleted)): state.list.plans[id: plan.id] = nil
      case .detail(.delegate(.started)):
        state.path.push(.recording(Recording.State(plan: plan)))
      case .recording(.delegate(.ended(let transcript))):
        let record = Record(id: uuid(), date: now, transcript: transcript)
        state.add(record, toPlan: plan.id)
      default: break
      }
    }
  }

  /// A screen above the list.
  struct Screen: Reducer {
    enum State: Equatable, Sendable {
      case detail(Detail.State)
      case recording(Recording.State)
    }

    enum Action: Equatable, Sendable {
      case detail(Detail.Action)
      case recording(Recording.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: State.detail, action: Action.detail) { Detail() }
      Scope(state: State.recording, action: Action.recording) { Recording() }
    }
  }
}

extension Meetings.Recorder.State {
  /// Adds a record to a plan, in the list and on the screens that show it.
  fileprivate mutating func add(_ record: Meetings.Record, toPlan id: Meetings.Plan.ID) {
    list.plans[id: id]?.records.append(record)
    for screen in path.ids where path[id: screen]?.name == "detail \(id)" {
      CasePath(Meetings.Screen.State.detail).ofOptional.modify(&path[id: screen]) { detail in
        detail.plan.records.append(record)
      }
    }
  }
}

extension Meetings.Screen.State {
  var plan: Meetings.Plan {
    switch self {
    case .detail(let detail): detail.plan
    case .recording(let recording): recording.plan
    }
  }

  /// What tells whether two states are of the same screen.
  var name: String {
    switch self {
    case .detail: "detail \(plan.id)"
    case .recording: "recording \(plan.id)"
    }
  }
}
