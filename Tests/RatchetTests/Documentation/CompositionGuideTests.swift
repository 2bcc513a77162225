import Foundation
import RatchetTesting

@MainActor @Suite("The guide to composition")
struct CompositionGuideTests {
  @Test("has features that are compiled, word for word")
  func words() throws {
    let tests = URL(filePath: #filePath)
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let examples = tests.deletingLastPathComponent().appending(
      path: "CompositionGuideExamples.swift")
    let guide = try String(
      contentsOf: root.appending(path: "Docs/Ratchet.docc/Composition.md"), encoding: .utf8)
    let code = trimmed(try String(contentsOf: examples, encoding: .utf8))
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
    let store = TestStore(initialState: OneOfSeveralGuide.Home.State()) { OneOfSeveralGuide.Home() }
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
      let store = TestStore(initialState: OneOfSeveralGuide.Home.State()) {
        OneOfSeveralGuide.Home()
      }
      await store.send(.settingsTapped) { $0.destination = .settings(.init()) }
      await store.send(.destination(.presented(.detail(.incremented))))
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("the state is another case") == true)
  }

  @Test("scopes a store to the feature that is present")
  func destinationStores() {
    let store = Store(initialState: OneOfSeveralGuide.Home.State()) { OneOfSeveralGuide.Home() }
    store.send(.rowTapped(7))
    let destination = store.scope(
      state: \.destination, action: OneOfSeveralGuide.Home.Action.destination)
    let detail = destination?.scope(
      state: OneOfSeveralGuide.Destination.State.detail,
      action: OneOfSeveralGuide.Destination.Action.detail)
    detail?.send(.incremented)
    #expect(detail?.number == 8)
    OneOfSeveralGuide.show(store)
    store.send(.settingsTapped)
    #expect(
      destination?.scope(
        state: OneOfSeveralGuide.Destination.State.detail,
        action: OneOfSeveralGuide.Destination.Action.detail) == nil)
  }

  @Test("shows an alert that leaves with the tap, whatever the button, and once")
  func alert() async {
    let store = TestStore(initialState: AlertsGuide.Todos.State()) { AlertsGuide.Todos() }
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
    let store = TestStore(initialState: NoticesGuide.Mailbox.State()) { NoticesGuide.Mailbox() }
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
    let store = TestStore(initialState: NoticesGuide.Mailbox.State()) { NoticesGuide.Mailbox() }
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
    let store = TestStore(initialState: FormsGuide.SignUp.State()) { FormsGuide.SignUp() }
    await store.send(.form(.set(\.name, ""))) { $0.hint = "A name, please." }
    await store.send(.form(.set(\.name, "Blob"))) {
      $0.name = "Blob"
      $0.hint = nil
    }
    await store.send(.form(.set(\.age, 30))) { $0.age = 30 }
    await store.finish()
    let plain = Store(initialState: FormsGuide.SignUp.State()) { FormsGuide.SignUp() }
    FormsGuide.typed("Blob", into: plain)
    #expect(plain.name == "Blob")
  }

  @Test("shows a feature that closes itself where nothing presents it")
  func closing() async {
    let store = TestStore(initialState: ClosingGuide.Editor.State()) { ClosingGuide.Editor() }
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
      await ClosingGuide.run { isClosed.value = true }
    }
    #expect(isClosed.value)
  }

  @Test("shows a model that makes another one under its own dependencies")
  func models() {
    let list = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      ModelsGuide.List()
    }
    list.addTapped()
    #expect(list.uuid() == UUID(0))
    #expect(list.rows.map { $0.uuid() } == [UUID(1)])
    ModelsGuide.test()
  }

  private func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
