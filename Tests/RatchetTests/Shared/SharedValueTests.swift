import Observation
import RatchetTesting
import Testing

@MainActor @Suite("A reader of a shared key")
struct SharedValueTests {
  @Test("has what the kept field had when the action began; in an effect, what it has now")
  func kept() async {
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.add(2)) {
      $0.total = 2
      $0.read = [0]
    }
    await store.send(.add(3)) {
      $0.total = 5
      $0.read = [0, 2]
    }
    await store.send(.readLater)
    await store.receive(.didRead(5)) { $0.read = [0, 2, 5] }
  }

  @Test("has what the storage has, or the key's default, where no feature keeps the key")
  func notKept() async {
    let store = TestStore(initialState: Reading.State()) { Reading() }
    await store.send(.read) { $0.read = [0] }
    withShared(.total, 6)
    await store.send(.read) { $0.read = [0, 6] }
  }

  @Test("in the test itself has what the stores of the test have")
  func inTest() async {
    @SharedValue(.total) var total
    #expect(total == 0)
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.set(4)) { $0.total = 4 }
    #expect(total == 4)
    let other = Store(initialState: Desk.State()) { Desk() }
    #expect(other.total == 4)
  }

  @Test("can be read where a state is made")
  func initialState() {
    withShared(.total, 9)
    let store = TestStore(initialState: Reading.State.ofNow) { Reading() }
    #expect(store.state.read == [9])
  }

  @Test("decides what runs, and is compared when the kept field has changed")
  func condition() async {
    let store = TestStore(initialState: Desk.State()) { Desk() }
    func isOn() -> Bool { store.subscriptions.contains { $0.name == "on" } }
    #expect(!isOn())
    await store.send(.set(11)) { $0.total = 11 }
    #expect(isOn())
    store.dependencies.sharedStorage.change(.total) { $0 = 1 }
    await store.receive(.changed) { $0.total = 1 }
    #expect(!isOn())
  }

  @Test("decides what runs, also where no feature keeps the key and somebody else changes it")
  func conditionOfStorage() async {
    let store = TestStore(initialState: Reading.State()) { Reading() }
    func isOn() -> Bool { store.subscriptions.contains { $0.name == "on" } }
    #expect(!isOn())
    withShared(.total, 20)
    await store.finish()
    #expect(isOn())
    withShared(.total, 0)
    await store.finish()
    #expect(!isOn())
  }

  @Test("gives an element of a list by its id, without a copy of it in the state")
  func element() async {
    let store = TestStore(initialState: Shelf.State(books: [Book(id: 1, title: "one")])) { Shelf() }
    await store.send(.open(1)) { $0.page = OpenBook.State(id: 1) }
    await store.send(.page(.read)) { $0.page?.title = "one" }
    await store.send(.page(.rename("new"))) { $0.books[id: 1]?.title = "new" }
    await store.send(.page(.read)) { $0.page?.title = "new" }
  }
}

@MainActor @Suite("What a store shows of a shared key")
struct StoreSharedTests {
  @Test("is the kept field, and is watched")
  func kept() {
    let storage = SharedStorage()
    let store = Store(initialState: Desk.State()) {
      Desk()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    #expect(changes(of: store) { store.send(.touch) } == 0)
    #expect(changes(of: store) { store.send(.set(2)) } == 1)
    #expect(store.shared(.total) == 2)
    #expect(changes(of: store) { store.send(.set(2)) } == 0)
  }

  @Test("is what the storage has where no feature keeps the key, and is watched")
  func notKept() {
    let storage = SharedStorage()
    let store = Store(initialState: Changing.State()) {
      Changing()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    #expect(store.shared(.total) == 0)
    #expect(changes(of: store) { store.send(.add(5)) } == 1)
    #expect(store.shared(.total) == 5)
  }

  @Test("is told of what others change")
  func others() async {
    let storage = SharedStorage()
    let store = Store(initialState: Changing.State()) {
      Changing()
    } withDependencies: {
      $0.sharedStorage = storage
    }
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = store.shared(.total)
      } onChange: {
        continuation.resume()
      }
      storage.change(.total) { $0 = 3 }
    }
    #expect(store.shared(.total) == 3)
  }

  @Test("is the same in a scoped store")
  func scoped() {
    let store = Store(initialState: Shelf.State(books: [Book(id: 1, title: "one")])) { Shelf() }
    store.send(.open(1))
    let page = store.scope(state: \.page, action: Shelf.Action.page)
    #expect(page?.shared(.books)[id: 1]?.title == "one")
  }

  private func changes<State, Action>(of store: Store<State, Action>, _ act: () -> Void) -> Int {
    let count = Box(0)
    withObservationTracking {
      _ = store.shared(.total)
    } onChange: {
      MainActor.assumeIsolated { count.value += 1 }
    }
    act()
    return count.value
  }
}

// MARK: - Fixtures

/// A feature that keeps a number and reads it.
private struct Desk: Reducer {
  struct State: Equatable {
    var total = 0
    var read: [Int] = []
    var touches = 0
  }

  enum Action: Equatable { case set(Int), add(Int), readLater, didRead(Int), touch, changed }

  @SharedValue(.total) var total

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let number): state.total = number
      case .add(let number):
        state.total += number
        state.read.append(total)
      case .readLater: return .run { send in await send(.didRead(total)) }
      case .didRead(let number): state.read.append(number)
      case .touch: state.touches += 1
      case .changed: break
      }
      return .none
    }
    .subscription(while: { _ in total > 10 }) { .run(name: "on") { _ in await untilCancelled() } }
    .kept(\.total, in: .total, changed: .changed)
  }
}

/// A feature that reads a number.
private struct Reading: Reducer {
  struct State: Equatable {
    var read: [Int] = []

    static var ofNow: Self {
      @SharedValue(.total) var total
      return Self(read: [total])
    }
  }

  enum Action: Equatable { case read }

  @SharedValue(.total) var total

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.read.append(total)
      return .none
    }
    .subscription(while: { _ in total > 10 }) { .run(name: "on") { _ in await untilCancelled() } }
  }
}

/// A feature that changes a number which it does not keep.
private struct Changing: Reducer {
  struct State: Equatable {}
  enum Action: Equatable { case add(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number): .change(.total) { $0 += number }
    }
  }
}

private struct Book: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

extension SharedKey where Value == IdentifiedArrayOf<Book> {
  fileprivate static var books: Self { SharedKey("books", default: [], in: .memory) }
}

/// A list of books, of which one is open.
private struct Shelf: Reducer {
  struct State: Equatable {
    var books: IdentifiedArrayOf<Book> = []
    var page: OpenBook.State?
  }

  enum Action: Equatable {
    case open(Int)
    case page(OpenBook.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .open(let id) = action { state.page = OpenBook.State(id: id) }
      return .none
    }
    .ifLet(\.page, action: Action.page) { OpenBook() }
    .kept(\.books, in: .books)
  }
}

private struct OpenBook: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var title: String?
  }

  enum Action: Equatable { case read, rename(String) }

  @SharedValue(.books) var books

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .read:
      state.title = books[id: state.id]?.title
      return .none
    case .rename(let title):
      return .change(.books) { [id = state.id] in $0[id: id]?.title = title }
    }
  }
}
