import RatchetTesting

@MainActor @Suite("A mistake with shared state is reported:")
struct SharedMisuseTests {
  @Test("two fields for one key, of which the second is not kept")
  func twoFields() {
    let messages = Messages()
    let storage = SharedStorage()
    let store = store(messages, storage) {
      Reduce.changing().kept(\.a, in: .total).kept(\.b, in: .total)
    }
    store.send { $0.b = 5 }
    #expect(storage.value(of: .total) == 0)
    store.send { $0.a = 7 }
    #expect(storage.value(of: .total) == 7)
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("Two fields of a store are kept in the shared") == true)
  }

  @Test("one field in two keys, or a part of it, which both keep what they have")
  func oneField() {
    let messages = Messages()
    let storage = SharedStorage()
    let other = SharedKey("other", default: Sheet(), in: .memory)
    storage.change(.total) { $0 = 3 }
    storage.change(other) { $0.a = 4 }
    let store = store(messages, storage) {
      Reduce.changing().kept(\.a, in: .total).kept(\.self, in: other).kept(\.text, in: .text)
    }
    store.send { ($0.a, $0.text) = (5, "five") }
    #expect(store.state.a == 5)
    #expect(storage.value(of: .total) == 3)
    #expect(storage.value(of: other)?.a == 4)
    #expect(storage.value(of: .text) == nil)
    #expect(messages.texts.count == 2, "\(messages.texts)")
    for (text, keys) in zip(messages.texts, [#""total" and "other""#, #""other" and "text""#]) {
      #expect(
        text.hasPrefix(
          """
          Two shared keys overlap: \(keys) are stored in the same field of a state, or in a field \
          and a part of it.

          Neither is kept: each would overwrite the other's value. To fix this, keep the field in \
          one key, and return '.change' for the other.
          """))
    }
  }

  @Test("in a program, an initial value that is not the default, if the storage has none")
  func initialValue() {
    let messages = Messages()
    let storage = SharedStorage()
    for context in [DependencyContext.test, .live, .live] {
      _ = Store(initialState: Sheet(a: 3)) {
        Reduce.changing().kept(\.a, in: .total)
      } withDependencies: {
        $0.context = context
        $0.log = messages.sink
        $0.sharedStorage = context == .test ? SharedStorage() : storage
      }
    }
    #expect(
      messages.texts == [
        """
        The field kept in the shared key "total" starts as 3, but the key's default is 0.

        The storage had no value, so the field's was stored. To fix this, start with the key's \
        default, for example 'var name = SharedKey.name.defaultValue'.
        """
      ])
  }

  @Test("a field of a feature that may be absent, at each place where there can be one")
  func mayBeAbsent() {
    let messages = Messages()
    let storage = SharedStorage()
    let store = withDependencies {
      $0.log = messages.sink
    } operation: {
      Store(initialState: Rooms.State(), storage: storage) { Rooms() }
    }
    store.send(.row(id: 1, .set(9)))
    store.send(.guest(.presented(.set(8))))
    #expect(storage.value(of: .total) == nil)
    #expect(messages.texts.count == 3, "\(messages.texts)")
    for place in ["guest", "rows", "path"] {
      #expect(messages.texts.contains { $0.contains("may be absent, below '\(place)'") })
    }
  }

  @Test("two keys of one name and different types")
  func twoTypes() {
    let messages = Messages()
    let other = SharedKey("total", default: "", in: .memory)
    let store = store(messages) { Reduce.changing().kept(\.a, in: .total).kept(\.text, in: other) }
    store.send {
      $0.a = 2
      $0.text = "own"
    }
    #expect(store.state.text == "own")
    #expect(messages.texts.count == 1, "\(messages.texts)")
    #expect(messages.texts.first?.contains(#"Two shared keys have the name "total""#) == true)
  }

  @Test("two keys of one file, of which the second is not shared")
  func oneFile() {
    let messages = Messages()
    let storage = SharedStorage()
    let one = SharedKey("one", default: 0, in: .file("sheet.json"))
    let two = SharedKey("two", default: 0, in: .file(".//sheet.json"))
    let store = store(messages, storage) {
      Reduce.changing().kept(\.a, in: one, changed: { _ in }).kept(\.b, in: two)
    }
    store.send {
      $0.a = 2
      $0.b = 3
    }
    #expect([store.state.a, store.state.b] == [2, 3])
    #expect(storage.value(of: one) == 2)
    #expect(storage.value(of: two) == nil)
    #expect(messages.texts.count == 1, "\(messages.texts)")
    #expect(
      messages.texts.first?.contains(
        """
        The shared keys "one" and "two" have the same file: .//sheet.json

        "two" is not shared: each would see the other's data as a corrupt file. To fix this, give \
        each key its own file, or combine them into one key.
        """) == true)
  }

  @Test("a reducer that does not pass on the kept field of the one that it wraps")
  func lost() {
    let messages = Messages()
    let store = store(messages) { Wrapper(base: Keeping()) }
    for _ in 0..<3 { store.send { $0.a += 1 } }
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("'Keeping' declares a kept field, but") == true)
  }

  // MARK: - Fixtures

  private func store(
    _ messages: Messages, _ storage: SharedStorage = SharedStorage(),
    @ReducerBuilder<Sheet, Sheet.Change> reducer: () -> some Reducer<Sheet, Sheet.Change>
  ) -> Store<Sheet, Sheet.Change> {
    Store(initialState: Sheet(), reducer: reducer) {
      $0.log = messages.sink
      $0.sharedStorage = storage
    }
  }
}

extension SharedKey where Value == String {
  fileprivate static var text: Self { SharedKey("text", default: "", in: .memory) }
}

private struct Sheet: Equatable {
  typealias Change = @Sendable (inout Sheet) -> Void

  var a = 0
  var b = 0
  var text = ""
}

extension Reduce<Sheet, Sheet.Change> {
  fileprivate static func changing() -> Self {
    Reduce { state, change in
      change(&state)
      return .none
    }
  }
}

private struct Keeping: Reducer {
  typealias State = Sheet
  typealias Action = Sheet.Change

  var body: some Reducer<Sheet, Sheet.Change> { Reduce.changing().kept(\.a, in: .total) }
}

private struct Wrapper: Reducer {
  let base: Keeping

  func reduce(into state: inout Sheet, action: @escaping Sheet.Change) -> Effect<Sheet.Change> {
    base.reduce(into: &state, action: action)
  }
}

/// A feature that keeps a number wherever it may be absent.
private struct Rooms: Reducer {
  struct State: Equatable {
    var guest: Int? = 1
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
    var path: Stack<Row> = []

    struct Row: Equatable, Identifiable {
      let id: Int
      var total = 0
    }
  }

  enum Change { case set(Int) }

  enum Action: Sendable {
    case guest(PresentationAction<Change>)
    case row(id: Int, Change)
    case path(StackAction<State.Row, Change>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(presenting: \.guest, action: Action.guest) { Number() }
      .forEach(\.rows, action: Action.row) { Rows() }
      .forEach(stack: \.path, action: Action.path) { Rows() }
  }

  struct Number: Reducer {
    var body: some Reducer<Int, Change> {
      Reduce { state, change in
        if case .set(let number) = change { state = number }
        return .none
      }
      .kept(\.self, in: .total)
    }
  }

  struct Rows: Reducer {
    var body: some Reducer<State.Row, Change> {
      Reduce { state, change in
        if case .set(let number) = change { state.total = number }
        return .none
      }
      .kept(\.total, in: .total)
    }
  }
}
