// with: CheatSheet
import Observation
import RatchetTesting
import Synchronization

struct DetailView: View {
  let store: StoreOf<Detail>
  var body: some View { Button("Save") { store.send(.saveTapped) } }
}

struct ScreenView: View {
  let store: StoreOf<Screen>
  var body: some View { Text("Screen") }
}

@MainActor struct UserInterface {
  @Test func reading() {
    let store = previewStore()
    let view = HomeView(store: store)
    #expect(view.lines == ["0 points", "[Score]", "Name:"])
    #expect(isUpdated(view) { store.send(.score(.scored)) })
    #expect(!isUpdated(view) { store.send(.form(.set(\.name, "Bob"))) })
    #expect(view.lines.first == "1 points")
  }

  @Test func binding() async {
    let store = previewStore()
    let name = store.binding(\.name, Home.Action.form)
    #expect(await name.get() == "Blob")
    await name.set("bob")
    #expect(store.name == "Bob")
  }

  @Test func rows() {
    let rows = [Row.State(id: 1, title: "One"), Row.State(id: 2, title: "Two")]
    let store = Store(initialState: Home.State(rows: IdentifiedArray(rows))) { Home() }
    let view = RowsView(store: store)
    #expect(view.lines == ["One", "[Delete]", "Two", "[Delete]"])
    #expect(!isUpdated(view) { store.send(.score(.scored)) })
    #expect(isUpdated(view) { store.send(.row(id: 1, action: .deleteTapped)) })
    #expect(view.lines == ["Two", "[Delete]"])
  }

  @Test func sheet() async {
    let store = previewStore()
    let view = DetailSheet(store: store)
    #expect(isUpdated(view) { store.send(.detailTapped) })
    #expect(view.lines == ["[Detail]", "[Save]"])
    await view.isPresented(true).set(false)
    #expect(store.detail == nil)
  }

  @Test func path() async {
    var state = Home.State()
    state.path.show([.folder(.init()), .file(.init(name: "a")), .file(.init(name: "b"))])
    let store = Store(initialState: state) { Home() }
    let path = PathView(store: store).path(store.path.ids)
    await path.set(Array(store.path.ids.prefix(1)))
    #expect(store.path.elements == [.folder(.init())])
  }

  @Test func terminal() {
    var drawn: [String] = []
    let store = previewStore()
    let screen = Screenful(store) { drawn.append($0) }
    store.send(.score(.scored))
    store.send(.detailTapped)
    withExtendedLifetime(screen) {}
    #expect(drawn == ["Blob: 0", "Blob: 1"])
  }

  private func previewStore() -> StoreOf<Home> {
    // block: Store(initialState: Home.State(name: "Blob")) {
  }

  /// Whether a view would be shown anew after a change.
  private func isUpdated(_ view: some View, by change: () -> Void) -> Bool {
    let isUpdated = Mutex(false)
    withObservationTracking {
      _ = view.lines
    } onChange: {
      isUpdated.withLock { $0 = true }
    }
    change()
    return isUpdated.withLock { $0 }
  }
}

// An imitation of the parts of SwiftUI that the page uses, with the signatures that its
// documentation shows. It renders views as lines of text.

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
  /// What the view shows; not in SwiftUI.
  var lines: [String] { get }
}

@MainActor @resultBuilder enum ViewBuilder {
  static func buildBlock<each Content: View>(_ content: repeat each Content) -> Views {
    var lines: [String] = []
    for view in repeat each content { lines += view.lines }
    return Views(lines: lines)
  }

  static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

@MainActor struct Binding<Value> {
  let get: @isolated(any) @Sendable () -> Value
  let set: @isolated(any) @Sendable (Value) -> Void

  init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }
}

struct Views: View {
  typealias Body = Never
  let lines: [String]
}

struct Text: View {
  typealias Body = Never
  let lines: [String]

  init(_ text: String) { lines = [text] }
}

struct Button: View {
  typealias Body = Never
  let lines: [String]
  let action: @MainActor () -> Void

  init(_ title: String, action: @escaping @MainActor () -> Void) {
    lines = ["[\(title)]"]
    self.action = action
  }
}

struct TextField: View {
  typealias Body = Never
  let lines: [String]

  init(_ title: String, text: Binding<String>) { lines = ["\(title):"] }
}

struct List<Content: View>: View {
  typealias Body = Never
  let lines: [String]

  init(@ViewBuilder content: () -> Content) { lines = content().lines }
}

struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  typealias Body = Never
  let lines: [String]

  init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    lines = data.flatMap { content($0).lines }
  }
}

struct NavigationStack<Data, Root: View>: View
where
  Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
  Data.Element: Hashable
{
  typealias Body = Never
  let lines: [String]

  init(path: Binding<Data>, @ViewBuilder root: () -> Root) { lines = root().lines }
}

extension View {
  var lines: [String] { body.lines }

  func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    Views(lines: lines + content().lines)
  }

  func navigationDestination<Data: Hashable, Content: View>(
    for data: Data.Type,
    @ViewBuilder destination: @escaping (Data) -> Content
  ) -> some View {
    self
  }
}

extension View where Body == Never {
  // The `return` keeps the function from being one of a `ViewBuilder`.
  var body: Never {
    let reason = "This view has no body."
    return fatalError(reason)
  }
}

extension Never: View {
  typealias Body = Never
}

extension Optional: View where Wrapped: View {
  typealias Body = Never
  var lines: [String] { self?.lines ?? [] }
}
