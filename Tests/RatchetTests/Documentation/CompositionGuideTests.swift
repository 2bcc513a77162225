import Foundation
import RatchetTesting

// The features of `Docs/Composition.md`, word for word.

@MainActor @Suite("The guide to composition")
struct CompositionGuideTests {
  @Test("has features that are in this file, word for word")
  func words() throws {
    let tests = URL(filePath: #filePath)
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(contentsOf: root.appending(path: "Docs/Composition.md"), encoding: .utf8)
    let code = trimmed(try String(contentsOf: tests, encoding: .utf8))
      .replacing("@MainActor static func", with: "@MainActor func")
    let blocks = guide.components(separatedBy: "```swift\nimport Ratchet\n").dropFirst()
    #expect(blocks.count == 6)
    for block in blocks {
      let text = trimmed(block.components(separatedBy: "```")[0])
      #expect(code.contains(text), "\(text)")
    }
  }

  @Test("shows one of several features, of which the effects end with the case")
  func destinations() async {
    let store = TestStore(initialState: OneOfSeveral.Home.State()) { OneOfSeveral.Home() }
    await store.send(.rowTapped(7)) { $0.destination = .detail(.init(number: 7)) }
    await store.send(.destination(.presented(.detail(.incremented)))) {
      $0.destination = .detail(.init(number: 8))
    }
    await store.send(.settingsTapped) { $0.destination = .settings(.init()) }
    await store.send(.destination(.presented(.settings(.toggled)))) {
      $0.destination = .settings(.init(isLoud: true))
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
    await store.finish()
  }

  @Test("shows that an action for another case is reported and changes nothing")
  func otherCase() async {
    let issues = await IssueCollector.issues {
      let store = TestStore(initialState: OneOfSeveral.Home.State()) { OneOfSeveral.Home() }
      await store.send(.settingsTapped) { $0.destination = .settings(.init()) }
      await store.send(.destination(.presented(.detail(.incremented))))
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("the state is another case") == true)
  }

  @Test("scopes a store to the feature that is present")
  func destinationStores() {
    let store = Store(initialState: OneOfSeveral.Home.State()) { OneOfSeveral.Home() }
    store.send(.rowTapped(7))
    let destination = store.scope(
      state: \.destination, action: OneOfSeveral.Home.Action.destination)
    let detail = destination?.scope(
      state: OneOfSeveral.Destination.State.detail, action: OneOfSeveral.Destination.Action.detail)
    detail?.send(.incremented)
    #expect(detail?.number == 8)
    OneOfSeveral.show(store)
    store.send(.settingsTapped)
    #expect(
      destination?.scope(
        state: OneOfSeveral.Destination.State.detail,
        action: OneOfSeveral.Destination.Action.detail) == nil)
  }

  @Test("shows an alert that leaves with the tap, whatever the button, and once")
  func alert() async {
    let store = TestStore(initialState: Alerts.Todos.State()) { Alerts.Todos() }
    await store.send(.deleteTapped("Milk")) { $0.alert = .confirmDeletion(of: "Milk") }
    await store.send(.alert(.cancel)) { $0.alert = nil }
    await store.send(.deleteTapped("Milk")) { $0.alert = .confirmDeletion(of: "Milk") }
    await store.send(.alert(.ok)) {
      $0.alert = nil
      $0.titles = ["Bread"]
    }
    await store.send(.alert(.ok))
    await store.finish()
  }

  @Test("shows a notice that leaves after some seconds")
  func noticeLeaves() async {
    let store = TestStore(initialState: Notices.Mailbox.State()) { Notices.Mailbox() }
    await store.send(.deleteTapped) {
      $0.mails = 2
      $0.notice = .init(text: "Deleted")
    }
    await store.receive(.notice(.presented(.appeared)))
    await store.advance(by: .seconds(5))
    await store.receive(.notice(.dismiss)) { $0.notice = nil }
    await store.finish()
  }

  @Test("shows a notice that leaves with the tap, and whose timer ends with it")
  func noticeTapped() async {
    let store = TestStore(initialState: Notices.Mailbox.State()) { Notices.Mailbox() }
    await store.send(.deleteTapped) {
      $0.mails = 2
      $0.notice = .init(text: "Deleted")
    }
    await store.receive(.notice(.presented(.appeared)))
    await store.send(.notice(.presented(.undoTapped))) {
      $0.mails = 3
      $0.notice = nil
    }
    #expect(store.inFlight.isEmpty)
    await store.finish()
  }

  @Test("shows a form of one action")
  func form() async {
    let store = TestStore(initialState: Forms.SignUp.State()) { Forms.SignUp() }
    await store.send(.form(.set(\.name, ""))) { $0.hint = "A name, please." }
    await store.send(.form(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.hint = nil
    }
    await store.send(.form(.set(\.age, 30))) { $0.age = 30 }
    await store.finish()
    let plain = Store(initialState: Forms.SignUp.State()) { Forms.SignUp() }
    Forms.typed("Blob", into: plain)
    #expect(plain.name == "Blob")
  }

  @Test("shows a feature that closes itself where nothing presents it")
  func closing() async {
    let store = TestStore(initialState: Closing.Editor.State()) { Closing.Editor() }
    await store.send(.opened)
    await store.advance(by: .seconds(60))
    await store.receive(.reminded)
    await store.send(.doneTapped)
    #expect(store.isDismissed)
    await store.finish()
    let isClosed = Box(false)
    await withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      await Closing.run { isClosed.value = true }
    }
    #expect(isClosed.value)
  }

  @Test("shows a model that makes another one under its own dependencies")
  func models() {
    let list = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      Models.List()
    }
    list.addTapped()
    #expect(list.uuid() == UUID(0))
    #expect(list.rows.map { $0.uuid() } == [UUID(1)])
    Models.test()
  }

  private func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

// MARK: - Fixtures

private enum OneOfSeveral {
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

private enum Alerts {
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

private enum Notices {
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

private enum Forms {
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

private enum Closing {
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

private enum Models {
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
    print(list.uuid(), list.rows[0].uuid())  // 0 and 1, as 128-bit numbers
  }
}
