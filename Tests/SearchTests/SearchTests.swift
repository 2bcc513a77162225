import Console
import RatchetTesting

@testable import search

@MainActor @Suite("The search")
struct SearchTests {
  @Test("asks once, when nothing has been typed for a while")
  func debounce() async {
    let store = makeStore()
    await type("s", in: store)
    await store.advance(by: .milliseconds(299))
    await type("sw", in: store)
    await store.advance(by: .milliseconds(299))
    #expect(asked.values.isEmpty)
    await store.advance(by: .milliseconds(1))
    await store.receive(.answered([.about("sw")])) {
      $0.results = .found([.about("sw")])
    }
    #expect(asked.values == ["sw"])
  }

  @Test("forgets what was found, and an answer under way, with the next change")
  func change() async {
    let store = makeStore(delay: .seconds(2))
    await type("s", in: store)
    await store.advance(by: .seconds(1))
    #expect(asked.values == ["s"])
    await type("sw", in: store)
    await store.advance(by: Search.pause + .seconds(2))
    await store.receive(.answered([.about("sw")])) {
      $0.results = .found([.about("sw")])
    }
    // They stay to be looked at, until the next answer.
    await store.send(.queryChanged("swi")) {
      $0.query = "swi"
      $0.results = .searching
      $0.oldHits = [.about("sw")]
    }
    await store.send(.queryChanged("swif")) { $0.query = "swif" }
    await store.advance(by: Search.pause + .seconds(2))
    await store.receive(.answered([.about("swif")])) {
      $0.results = .found([.about("swif")])
      $0.oldHits = []
    }
    await store.send(.quit)
  }

  @Test("ends when there is nothing to search for")
  func clear() async {
    let store = makeStore()
    await type("s", in: store)
    await store.send(.queryChanged(" ")) {
      $0.query = " "
      $0.results = .none
    }
    #expect(store.inFlight.isEmpty)
    await store.send(.submitted)
    #expect(asked.values.isEmpty)
  }

  @Test("begins at once where it is submitted, and then not again after the pause")
  func submit() async {
    let store = makeStore()
    await type("swift", in: store)
    await store.send(.submitted)
    await store.receive(.answered([.about("swift")])) {
      $0.results = .found([.about("swift")])
    }
    await store.advance(by: .seconds(1))
    await store.send(.submitted)
    #expect(asked.values == ["swift"])
  }

  @Test("keeps what was found when a space is typed")
  func spaces() async {
    let store = makeStore()
    await type("a", in: store)
    await store.advance(by: Search.pause)
    await store.receive(.answered([.about("a")])) { $0.results = .found([.about("a")]) }
    await store.send(.queryChanged("a ")) { $0.query = "a " }
    #expect(store.inFlight.isEmpty)
  }

  @Test("says why nothing was found, and tries again when it is submitted")
  func failure() async {
    let store = makeStore { terms in
      if terms == "s" { throw SearchError.status(500) }
      return []
    }
    await type("s", in: store)
    await store.advance(by: Search.pause)
    await store.receive(.failed(.status(500))) { $0.results = .failure(.status(500)) }
    await store.send(.submitted) { $0.results = .searching }
    await store.receive(.failed(.status(500))) { $0.results = .failure(.status(500)) }
  }

  @Test("is given up after a time if a server is asked, and never if a processor has the work")
  func timeLimit() async {
    let store = makeStore(delay: .seconds(60))
    #expect(SearchClient.liveValue.limit == nil)
    await type("s", in: store)
    await store.advance(by: Search.pause + .seconds(60))
    await store.receive(.answered([.about("s")])) { $0.results = .found([.about("s")]) }
    store.dependencies[SearchClient.self].limit = SearchClient.limit
    await store.send(.queryChanged("st")) {
      $0.query = "st"
      $0.results = .searching
      $0.oldHits = [.about("s")]
    }
    await store.advance(by: Search.pause + SearchClient.limit)
    await store.receive(.failed(.timedOut(.seconds(5)))) {
      $0.results = .failure(.timedOut(.seconds(5)))
      $0.oldHits = []
    }
  }

  // MARK: - Fixtures

  private let asked = Asked()

  private func makeStore(delay: Duration = .zero) -> TestStoreOf<Search> {
    makeStore { [asked] terms in
      @Dependency(\.continuousClock) var clock
      await asked.append(terms)
      try await clock.sleep(for: delay)
      return [.about(terms)]
    }
  }

  private func makeStore(
    hits: @escaping @Sendable (String) async throws -> [Hit]
  ) -> TestStoreOf<Search> {
    TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0[SearchClient.self].hits = hits
    }
  }

  private func type(_ query: TextField, in store: TestStoreOf<Search>) async {
    await store.send(.queryChanged(query)) {
      $0.query = query
      $0.results = .searching
    }
  }
}

/// What a client was asked for, in order.
@MainActor private final class Asked {
  private(set) var values: [String] = []

  func append(_ terms: String) {
    values.append(terms)
  }
}

extension Hit {
  /// A result that tells what was searched for.
  static func about(_ terms: String) -> Hit { Hit(title: terms, detail: "about \(terms)") }
}
