import RatchetTesting

@MainActor @Suite("A mistake with shared state is reported:")
struct SharedMisuseTests {
  @Test("a mirror that does not keep what it is given, which is ignored from then on")
  func stubborn() {
    let messages = Messages()
    let store = store(messages) { Reduce.changing().shared(\.rounded, .total).shared(\.a, .total) }
    store.send { $0.a = 14 }
    store.send { $0.a = 15 }
    #expect(store.state.a == 15)
    #expect(store.state.number == 10)
    #expect(messages.texts.count == 1)
    #expect(
      messages.texts.first?.contains(
        """
        given: 14
        then:  10

        Its changes are ignored from now on.
        """) == true)
  }

  @Test("one field of two keys")
  func oneFieldOfTwoKeys() {
    let messages = Messages()
    let other = SharedKey("other", default: 1, in: .memory)
    let store = store(messages) { Reduce.changing().shared(\.a, .total).shared(\.a, other) }
    store.send { $0.a = 14 }
    #expect(messages.texts.count <= 1)
    #expect(store.state.a == 14)
  }

  @Test("two keys of one name and different types")
  func twoTypes() {
    let messages = Messages()
    let other = SharedKey("total", default: "", in: .memory)
    let store = store(messages) { Reduce.changing().shared(\.a, .total).shared(\.text, other) }
    store.send {
      $0.a = 2
      $0.text = "own"
    }
    #expect(store.state.text == "own")
    #expect(messages.texts.count == 1, "\(messages.texts)")
    #expect(messages.texts.first?.contains("Two shared keys have the name 'total'") == true)
  }

  @Test("two keys of one name and different types, in two stores")
  func twoTypesInTwoStores() {
    let messages = Messages()
    let storage = SharedStorage()
    let other = SharedKey("total", default: "", in: .memory)
    let one = store(messages, storage) { Reduce.changing().shared(\.a, .total) }
    let two = store(messages, storage) { Reduce.changing().shared(\.text, other) }
    one.send { $0.a = 2 }
    two.send { $0.text = "own" }
    #expect(messages.texts.count == 1)
    #expect(storage.value(of: other) == nil)
  }

  @Test("two keys of one file, of which the second is not shared")
  func oneFile() {
    let messages = Messages()
    let storage = SharedStorage()
    let one = SharedKey("one", default: 0, in: .file("sheet.json"))
    let two = SharedKey("two", default: 0, in: .file(".//sheet.json"))
    let store = store(messages, storage) {
      Reduce.changing().shared(\.a, one, changed: { _ in }).shared(\.b, two)
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
        Two shared keys have the file './/sheet.json': 'one' and 'two'.

        'two' is not shared: each would take what the other has written for a damaged file. To fix \
        this, give each key a file of its own, or make one key of both values.
        """) == true)
  }

  @Test("two keys of one file, also where no store has them")
  func oneFileWithoutStores() {
    let messages = Messages()
    let storage = SharedStorage()
    let two = SharedKey("two", default: 0, in: .file("sheet.json"))
    withDependencies {
      $0.log = messages.sink
    } operation: {
      storage.change(SharedKey("one", default: 0, in: .file("sheet.json"))) { $0 = 1 }
      storage.change(two) { $0 = 2 }
      #expect(storage.value(of: two) == nil)
    }
    #expect(messages.texts.count == 1, "\(messages.texts)")
    #expect(messages.texts.first?.contains("'one' and 'two'") == true)
  }

  @Test("two features that take the changes from outside of one key")
  func twoReceivers() {
    let messages = Messages()
    let store = store(messages) {
      Reduce.changing()
        .shared(\.a, .total, changed: { _ in })
        .shared(\.b, .total, changed: { _ in })
    }
    store.send { $0.b = 2 }
    #expect(store.state.a == 2)
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("Two features take the changes") == true)
  }

  @Test("a reducer that does not pass on the shared state of the one that it wraps")
  func lost() {
    let messages = Messages()
    let store = store(messages) { Wrapper(base: Mirroring()) }
    for _ in 0..<3 { store.send { $0.a += 1 } }
    #expect(messages.texts.count == 1)
    #expect(messages.texts.first?.contains("'Mirroring' declares shared state, but") == true)
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

private struct Sheet: Equatable {
  typealias Change = @Sendable (inout Sheet) -> Void

  var a = 0
  var b = 0
  var text = ""
  var number = 0

  /// Tells the truth about tens only.
  var rounded: Int {
    get { number }
    set { number = newValue / 10 * 10 }
  }
}

extension Reduce<Sheet, Sheet.Change> {
  fileprivate static func changing() -> Self {
    Reduce { state, change in
      change(&state)
      return .none
    }
  }
}

private struct Mirroring: Reducer {
  typealias State = Sheet
  typealias Action = Sheet.Change

  var body: some Reducer<Sheet, Sheet.Change> { Reduce.changing().shared(\.a, .total) }
}

private struct Wrapper: Reducer {
  let base: Mirroring

  func reduce(into state: inout Sheet, action: @escaping Sheet.Change) -> Effect<Sheet.Change> {
    base.reduce(into: &state, action: action)
  }
}
