import RatchetTesting

// The views of `Docs/Ratchet.docc/UserInterface.md`.

typealias Binding = UserInterfacePage.Binding

extension Store {
  func binding<Value: Equatable & Sendable>(
    _ field: any WritableKeyPath<State, Value> & Sendable,
    _ action: @escaping @Sendable (FieldChange<State>) -> Action
  ) -> Binding<Value> {
    Binding { @MainActor in
      self[dynamicMember: field]
    } set: { @MainActor value in
      self.send(action(.set(field, value)))
    }
  }
}

extension UserInterfacePage {
  typealias Home = CheatSheetTests.Home
  typealias Row = CheatSheetTests.Row
  typealias Detail = CheatSheetTests.Detail
  typealias Screen = CheatSheetTests.Screen

  struct HomeView: View {
    let store: StoreOf<Home>

    var body: some View {
      Text("\(store.score.points) points")
      Button("Score") { store.send(.score(.scored)) }
      TextField("Name", text: store.binding(\.name, Home.Action.form))
    }
  }

  struct RowsView: View {
    let store: StoreOf<Home>

    var body: some View {
      List {
        ForEach(
          store.scope(state: \.rows, action: Home.Action.row), id: \.id
        ) { row in
          RowView(store: row)
        }
      }
    }
  }

  struct RowView: View {
    let store: StoreOf<Row>

    var body: some View {
      Text(store.title)
      Button("Delete") { store.send(.deleteTapped) }
    }
  }

  struct DetailSheet: View {
    let store: StoreOf<Home>

    var body: some View {
      let detail = store.scope(state: \.detail, action: Home.Action.detail)
      Button("Detail") { store.send(.detailTapped) }
        .sheet(isPresented: isPresented(detail != nil)) {
          if let detail { DetailView(store: detail) }
        }
    }

    func isPresented(_ value: Bool) -> Binding<Bool> {
      Binding {
        value
      } set: { @MainActor isPresented in
        if !isPresented, store.detail != nil {
          store.send(.detail(.dismiss))
        }
      }
    }
  }

  struct PathView: View {
    let store: StoreOf<Home>

    var body: some View {
      let screens = store.scope(state: \.path, action: Home.Action.path)
      NavigationStack(path: path(screens.ids)) {
        RowsView(store: store)
          .navigationDestination(for: StackID.self) { id in
            if let screen = screens[id: id] { ScreenView(store: screen) }
          }
      }
    }

    func path(_ ids: [StackID]) -> Binding<[StackID]> {
      Binding {
        ids
      } set: { @MainActor ids in
        let old = store.path.ids
        if ids.count < old.count {
          store.send(.path(.pop(from: old[ids.count])))
        }
      }
    }
  }

  @MainActor static func previewStore() -> StoreOf<Home> {
    Store(initialState: Home.State(name: "Blob")) {
      Home()
    } withDependencies: {
      $0.context = .preview
    }
  }
}

// MARK: - Fixtures

extension UserInterfacePage {
  struct DetailView: View {
    let store: StoreOf<Detail>
    var body: some View { Button("Save") { store.send(.saveTapped) } }
  }

  struct ScreenView: View {
    let store: StoreOf<Screen>
    var body: some View { Text("Screen") }
  }
}
