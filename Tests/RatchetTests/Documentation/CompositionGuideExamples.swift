import Foundation
import RatchetTesting

// The features of `Docs/Ratchet.docc/Composition.md`, word for word.

enum OneOfSeveralGuide {
  struct Detail: Reducer {
    struct State: Equatable { var number: Int }
    enum Action: Equatable { case incremented }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.number += 1
      return .none
    }
  }

  struct Settings: Reducer {
    struct State: Equatable { var isLoud = false }
    enum Action: Equatable { case toggled }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isLoud.toggle()
      return .none
    }
  }

  struct Destination: Reducer {
    enum State: Equatable {
      case detail(Detail.State)
      case settings(Settings.State)
    }

    enum Action: Equatable {
      case detail(Detail.Action)
      case settings(Settings.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: State.detail, action: Action.detail) { Detail() }
      Scope(state: State.settings, action: Action.settings) { Settings() }
    }
  }

  struct Home: Reducer {
    struct State: Equatable { var destination: Destination.State? }

    enum Action: Equatable {
      case rowTapped(Int)
      case settingsTapped
      case destination(PresentationAction<Destination.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .rowTapped(let number): state.destination = .detail(Detail.State(number: number))
        case .settingsTapped: state.destination = .settings(Settings.State())
        case .destination: break
        }
        return .none
      }
      .ifLet(\.destination, action: Action.destination) { Destination() }
    }
  }

  @MainActor static func show(_ store: StoreOf<Home>) {
    guard
      let destination = store.scope(state: \.destination, action: Home.Action.destination)
    else { return }
    if let detail = destination.scope(
      state: Destination.State.detail, action: Destination.Action.detail)
    {
      print("Detail", detail.number)
    } else {
      print("Settings")
    }
  }
}

enum AlertsGuide {
  struct Todos: Reducer {
    enum Alert: Equatable {
      case confirmDeletion(of: String)
      case loadingFailed
    }

    enum Button { case ok, cancel }

    struct State: Equatable {
      var titles = ["Milk", "Bread"]
      var alert: Alert?
    }

    enum Action: Equatable {
      case deleteTapped(String)
      case alert(Button)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .deleteTapped(let title):
        state.alert = .confirmDeletion(of: title)
      case .alert(let button):
        let alert = state.alert.take()
        if case (.confirmDeletion(let title)?, .ok) = (alert, button) {
          state.titles.removeAll { $0 == title }
        }
      }
      return .none
    }
  }
}

enum NoticesGuide {
  struct Notice: Reducer {
    struct State: Equatable { var text: String }

    enum Action: Equatable {
      case appeared
      case undoTapped
    }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        .run { _ in
          try await clock.sleep(for: .seconds(5))
          await dismiss()
        }
      case .undoTapped:
        .none
      }
    }
  }

  struct Mailbox: Reducer {
    struct State: Equatable {
      var mails = 3
      var notice: Notice.State?
    }

    enum Action: Equatable {
      case deleteTapped
      case notice(PresentationAction<Notice.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .deleteTapped:
          state.mails -= 1
          state.notice = Notice.State(text: "Deleted")
          return .send(.notice(.presented(.appeared)))
        case .notice(.presented(.undoTapped)):
          state.mails += 1
          state.notice = nil
        case .notice:
          break
        }
        return .none
      }
      .ifLet(\.notice, action: Action.notice) { Notice() }
    }
  }
}

enum FormsGuide {
  struct SignUp: Reducer {
    struct State: Equatable {
      var name = ""
      var age = 0
      var hint: String?
    }

    enum Action: Equatable {
      case form(FieldChange<State>)
      case submitTapped
    }

    var body: some ReducerOf<Self> {
      Fields(action: Action.form)
      Reduce { state, action in
        switch action {
        case .form(\.name): state.hint = state.name.isEmpty ? "A name, please." : nil
        case .form, .submitTapped: break
        }
        return .none
      }
    }
  }

  @MainActor static func typed(_ name: String, into store: StoreOf<SignUp>) {
    store.send(.form(.set(\.name, name)))
  }
}

enum ClosingGuide {
  struct Editor: Reducer {
    struct State: Equatable { var text = "" }

    enum Action: Equatable {
      case doneTapped
      case reminded
      case opened
    }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .opened:
        .run { send in
          for await _ in clock.timer(interval: .seconds(60)) { await send(.reminded) }
        }
      case .doneTapped:
        .run { _ in await dismiss() }
      case .reminded:
        .none
      }
    }
  }

  @MainActor static func run(_ close: @escaping @MainActor () -> Void) async {
    let store = Store(initialState: Editor.State()) { Editor() }
    store.send(.opened)
    await store.send(.doneTapped).finish()
    if store.isDismissed { close() }
  }
}

enum ModelsGuide {
  @MainActor final class Row {
    @Dependency(\.uuid) var uuid
  }

  @MainActor final class List {
    @Dependency(\.uuid) var uuid
    var rows: [Row] = []

    func addTapped() {
      rows.append(withDependencies(from: self) { Row() })
    }
  }

  @MainActor static func test() {
    let list = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      List()
    }
    list.addTapped()
    print(list.uuid(), list.rows[0].uuid())  // UUID(0) and UUID(1)
  }
}

/// What the examples print is not shown: a run of the tests prints what fails.
private func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}
