import Observation
import RatchetTesting
import Synchronization

// What the code of `Docs/Ratchet.docc/UserInterface.md` does.

@MainActor @Suite("The page of user interfaces")
struct UserInterfaceTests {
  private typealias Page = UserInterfacePage
  private typealias Home = CheatSheetTests.Home
  private typealias Row = CheatSheetTests.Row

  /// What a view shows, and whether it would be shown anew after a change.
  private func isUpdated(_ view: some UserInterfacePage.View, by change: () -> Void) -> Bool {
    let isUpdated = Mutex(false)
    withObservationTracking {
      _ = view.lines
    } onChange: {
      isUpdated.withLock { $0 = true }
    }
    change()
    return isUpdated.withLock { $0 }
  }

  @Test("shows a view that is updated by what it reads, and by nothing else")
  func reading() {
    let store = Page.previewStore()
    let view = Page.HomeView(store: store)
    #expect(view.lines == ["0 points", "[Score]", "Name:"])
    #expect(isUpdated(view) { store.send(.score(.scored)) })
    #expect(!isUpdated(view) { store.send(.form(.set(\.name, "Bob"))) })
    #expect(view.lines.first == "1 points")
  }

  @Test("shows a binding that sends")
  func binding() async {
    let store = Page.previewStore()
    let name = store.binding(\.name, Home.Action.form)
    #expect(await name.get() == "Blob")
    await name.set("bob")
    #expect(store.name == "Bob")
  }

  @Test("shows a list that is updated by its ids, and rows by their own state")
  func rows() {
    let rows = [Row.State(id: 1, title: "One"), Row.State(id: 2, title: "Two")]
    let store = Store(initialState: Home.State(rows: IdentifiedArray(rows))) { Home() }
    let view = Page.RowsView(store: store)
    #expect(view.lines == ["One", "[Delete]", "Two", "[Delete]"])
    #expect(!isUpdated(view) { store.send(.score(.scored)) })
    #expect(isUpdated(view) { store.send(.row(id: 1, action: .deleteTapped)) })
    #expect(view.lines == ["Two", "[Delete]"])
  }

  @Test("shows a sheet that a view closes")
  func sheet() async {
    let store = Page.previewStore()
    let view = Page.DetailSheet(store: store)
    #expect(isUpdated(view) { store.send(.detailTapped) })
    #expect(view.lines == ["[Detail]", "[Save]"])
    await view.isPresented(true).set(false)
    #expect(store.detail == nil)
    await view.isPresented(true).set(false)
    #expect(view.lines == ["[Detail]"])
  }

  @Test("shows a path that a view pops")
  func path() async {
    var state = Home.State()
    state.path.show([.folder(.init()), .file(.init(name: "a")), .file(.init(name: "b"))])
    let store = Store(initialState: state) { Home() }
    let view = Page.PathView(store: store)
    let path = view.path(store.path.ids)
    #expect(view.lines.isEmpty)
    #expect(await path.get().count == 3)
    await path.set(Array(store.path.ids.prefix(1)))
    #expect(store.path.elements == [.folder(.init())])
  }

  @Test(
    "shows a server with a store for each session",
    .dependencies { $0[UserInterfacePage.PriceClient.self].price = { $0.count } })
  func server() async throws {
    let carts = Page.Carts()
    let handler: any Page.Handler = carts
    #expect(try await handler.handle(Page.Request(session: "a", body: "tea")).body == "3")
    #expect(try await handler.handle(Page.Request(session: "b", body: "bread")).body == "5")
    #expect(try await handler.handle(Page.Request(session: "a", body: "milk")).body == "7")
    carts.close("a")
    #expect(try await handler.handle(Page.Request(session: "a", body: "tea")).body == "3")
  }

  @Test("shows a terminal that is drawn on each change")
  func terminal() {
    var drawn: [String] = []
    let store = Page.previewStore()
    let screen = Page.Screenful(store) { drawn.append($0) }
    store.send(.score(.scored))
    store.send(.detailTapped)
    store.send(.score(.scored))
    withExtendedLifetime(screen) {}
    #expect(drawn == ["Blob: 0", "Blob: 1", "Blob: 2"])
  }
}
