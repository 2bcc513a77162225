import Foundation
import RatchetTesting

// The stores and the steps of tests of `Docs/Ratchet.docc/CheatSheet.md`.

@MainActor @Suite("The cheat sheet shows")
struct CheatSheetTests {
  @Test("a store", .dependencies { $0.date = .constant(.distantPast) })
  func store() async {
    let store = Store(initialState: Home.State()) { Home() }
    store.send(.form(.set(\.name, "blob")))
    let name = store.name  // observable, part by part
    await store.send(.detailTapped).finish()  // its effects, too
    await store.send(.detailTapped).finishOrCancel()
    store.send(.detailTapped).cancel()
    for await name in store.states(of: \.name) {
      #expect(name == "Blob")
      break
    }
    let sender = store.sender  // for any thread
    sender.send(.score(.scored))
    let volume = store.shared(.volume)  // observable, too
    let effects = store.inFlight + store.subscriptions
    let counts = store.statistics
    let isOver = store.isDismissed
    let size = await SharedKey.size.load()  // reads its file
    await store.finish()  // all but subscriptions
    await store.drain(within: .seconds(1))  // at the end
    #expect(name == "Blob" && volume == 5 && size == 12 && !isOver)
    #expect(effects.isEmpty && counts.effectsStarted == 0)
    for await points in store.states(of: \.score.points) where points == 1 { break }
  }

  @Test("scopes")
  func scopes() {
    typealias Action = Home.Action
    var state = Home.State(detail: Detail.State(), rows: [Row.State(id: 1)])
    state.path.push(.file(File.State(name: "a")))
    let store = Store(initialState: state) { Home() }
    let score = store.scope(state: \.score, action: Action.score)
    let detail = store.scope(state: \.detail, action: Action.detail)
    let rows = store.scope(state: \.rows, action: Action.row)
    let path = store.scope(state: \.path, action: Action.path)
    let file = path.last?.scope(
      state: Screen.State.file, action: Screen.Action.file)
    score.send(.scored)
    #expect(store.score.points == 1)
    #expect(detail != nil && rows[id: 1] != nil && file?.name == "a")
    file?.send(.done)
    detail?.send(.saved)
    #expect(store.path.isEmpty && store.detail == nil)
  }

  @Test("dependencies")
  func dependencies() async {
    let store = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      Store(initialState: Inbox.State()) {
        Inbox()
      } withDependencies: {
        $0[API.self].load = { _ in "Hi" }
        $0.date = .constant(.distantPast)
        $0.randomNumberGenerator = .seeded(7)
      }
    }
    await store.send(.loadTapped).finish()
    #expect(store.mails == ["Hi"])
    withDependencies {
      $0.uuid = .incrementing
      $0.date = .constant(.distantPast)
      $0.randomNumberGenerator = .seeded(7)
      $0.log = { #expect($0.text == "Drawn.") }
    } operation: {
      #expect(Inbox().draws()[1] == "00000000-0000-0000-0000-000000000000")
    }
  }

  @Test("an operation", .dependencies { $0[API.self].load = { _ in "loaded" } })
  func operation() async {
    let store = TestStore(initialState: Inbox.State()) { Inbox() }
    await store.send(.opened)
    await store.send(.syncTapped)
    await store.receive(.saved)
    await store.receive(.closed)
    await store.receive(.loaded("loaded")) { $0.mails = ["loaded"] }
    await store.send(.muteTapped)
    #expect(Inbox().timed.count == 5)
  }

  @Test("shared values")
  func shared() async {
    withShared(.volume, 7)
    let store = Store(initialState: Inbox.State()) { Inbox() }
    #expect(store.volume == 7)
    store.send(.muteTapped)
    #expect(store.volume == 0 && store.shared(.volume) == 0)
  }

  @Test("steps of a test")
  func steps() async {
    let store = TestStore(initialState: Home.State(rows: [Row.State(id: 1)])) { Home() }
    await store.send(.detailTapped) { $0.detail = Detail.State() }
    await store.send(.detail(.presented(.saveTapped)))
    await store.receive(Home.Action.detail, .presented, .saved) {
      $0.detail = nil
    }
    await store.send(.row(id: 1, action: .starTapped))
    await store.receive(Home.Action.row, id: 1, Row.Action.starred)
    store.expect(\.name, "")
    await store.finish()
  }

  @Test("steps of a test with time")
  func time() async {
    typealias Action = Inbox.Action
    let store = TestStore(initialState: Inbox.State()) {
      Inbox()
    } withDependencies: {
      $0[API.self].load = { _ in "Hi" }
    }
    await store.send(.queryChanged("h")) { $0.query = "h" }
    await store.advance(by: .seconds(1))
    await store.receive(.loaded("Hi")) { $0.mails = ["Hi"] }
    await store.send(.loadTapped)
    await store.settle()
    await store.receive(Action.loaded, "Hi") { $0.mails.append("Hi") }
    await store.send(.loadTapped)
    await store.receive(Action.loaded) { $0.mails.append("Hi") }
    await store.finish()
  }

  @Test("less than everything asserted")
  func lessAsserted() async {
    let store = TestStore(initialState: Inbox.State()) {
      Inbox()
    } withDependencies: {
      $0[API.self].load = { _ in "Hi" }
    }
    await store.send(.saveTapped)
    store.exhaustivity = .off
    await store.skipReceivedActions()
    await store.skipInFlightEffects()
    await store.withExhaustivity(.on) { await store.send(.closed) }
    await store.waiting(upTo: .seconds(2)) { await store.finish() }
  }

  @Test("case paths", arguments: [Inbox.Action.loaded("Hi"), .saved])
  func casePaths(_ action: Inbox.Action) {
    typealias Action = Inbox.Action
    let loaded = CasePath(Action.loaded)
    let text = loaded.extract(from: action)
    let isLoaded = loaded.is(action)
    #expect(text == (action == .saved ? nil : "Hi") && isLoaded == (text != nil))
  }

  @Test("one case of a feature")
  func oneCase() async {
    let store = TestStore(initialState: .folder(Folder.State())) { Opening() }
    await store.send(.folder(.opened)) { $0 = .file(File.State(name: "a")) }
    await store.send(.file(.done))
  }

  @Test("one step without a store")
  func oneStep() {
    expect(
      Score(), given: Score.State(), when: .scored,
      then: { $0.points = 1 }, effects: [])
  }
}
