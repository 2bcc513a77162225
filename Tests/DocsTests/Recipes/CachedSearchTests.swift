import Foundation
import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipeCachedSearch.md`.

@Suite("The recipe for a search with a cache")
struct CachedSearchTests {
  struct SearchClient: TestDependencyKey {
    var find: @Sendable (_ query: String) async throws -> [String] = unimplemented(
      "SearchClient.find")
    static let testValue = SearchClient()
  }

  /// The newest results, each for a limited time.
  struct SearchCache: Equatable {
    private(set) var entries: [Entry] = []
    var limit = 20
    var lifetime: TimeInterval = 300

    struct Entry: Equatable { let query: String, results: [String], date: Date }

    func results(for query: String, at now: Date) -> [String]? {
      entries.first { $0.query == query && now < $0.date + lifetime }?.results
    }

    mutating func insert(_ results: [String], for query: String, at now: Date) {
      entries.removeAll { $0.query == query }
      entries.append(Entry(query: query, results: results, date: now))
      entries.removeFirst(max(0, entries.count - limit))
    }
  }

  struct CachedSearch: Reducer {
    struct State: Equatable {
      var query = ""
      var results: [String] = []
      var hasFailed = false
      var cache = SearchCache()
    }

    enum Action: Equatable {
      case queryChanged(String)
      case found([String], query: String)
      case failed
    }

    enum CancelID { case search }

    @Dependency(SearchClient.self) var client
    @Dependency(\.date.now) var now

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.hasFailed = false
        if let results = query.isEmpty ? [] : state.cache.results(for: query, at: now) {
          state.results = results
          return .cancel(id: CancelID.search)
        }
        return .run(name: "search") { send in
          await send(.found(try await client.find(query), query: query))
        } catch: { _, send in
          await send(.failed)
        }
        .debounce(id: CancelID.search, for: .milliseconds(300))
      case .found(let results, let query):
        state.results = results
        state.cache.insert(results, for: query, at: now)
      case .failed: state.hasFailed = true
      }
      return .none
    }
  }

  @Test @MainActor func knownQueryIsNotSearchedAgain() async {
    let start = Date(timeIntervalSince1970: 0)
    let store = TestStore(initialState: CachedSearch.State()) {
      CachedSearch()
    } withDependencies: {
      $0.date = .constant(start)
      $0[SearchClient.self].find = { [$0] }
    }
    for query in ["a", "ab"] {
      await store.send(.queryChanged(query)) { $0.query = query }
      await store.advance(by: .milliseconds(300))
      await store.receive(.found([query], query: query)) {
        $0.results = [query]
        $0.cache.insert([query], for: query, at: start)
      }
    }
    await store.send(.queryChanged("a")) {
      $0.query = "a"
      $0.results = ["a"]
    }

    store.dependencies.date = .constant(start + 300)
    await store.send(.queryChanged("ab")) { $0.query = "ab" }
    await store.advance(by: .milliseconds(300))
    await store.receive(.found(["ab"], query: "ab")) {
      $0.results = ["ab"]
      $0.cache.insert(["ab"], for: "ab", at: start + 300)
    }
  }

  @Test @MainActor func answerToAnOlderQueryIsDropped() async {
    let now = Date(timeIntervalSince1970: 0)
    var cache = SearchCache()
    cache.insert(["cached"], for: "a", at: now)
    let report = await exploreSchedules(.all(deviations: 2)) { [cache] schedule in
      let store = TestStore(initialState: CachedSearch.State(cache: cache), schedule: schedule) {
        CachedSearch()
      } withDependencies: {
        $0.date = .constant(now)
        $0[SearchClient.self].find = { query in
          await Task.yield()
          return [query]
        }
      }
      store.exhaustivity = .off
      await store.send(.queryChanged("ab"))
      await store.advance(by: .milliseconds(300))
      await store.send(.queryChanged("a"))
      await store.finish()
      store.expect(\.query, "a")
      store.expect(\.results, ["cached"])
    }
    #expect(report.isComplete)
  }

  @Test("forgets the oldest results when there are too many")
  func bounded() {
    var cache = SearchCache(limit: 2)
    let now = Date.distantPast
    for query in ["a", "b", "a", "c"] { cache.insert([query], for: query, at: now) }
    #expect(cache.results(for: "b", at: now) == nil)
    #expect(cache.results(for: "a", at: now) == ["a"])
    #expect(cache.results(for: "c", at: now) == ["c"])
  }

  @Test("shows a failure until the query changes, and does not keep it")
  @MainActor func failure() async {
    let store = TestStore(initialState: CachedSearch.State()) {
      CachedSearch()
    } withDependencies: {
      $0.date = .constant(.distantPast)
      $0[SearchClient.self].find = { _ in throw Offline() }
    }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await store.advance(by: .milliseconds(300))
    await store.receive(.failed) { $0.hasFailed = true }
    await store.send(.queryChanged("")) {
      $0.query = ""
      $0.hasFailed = false
    }
  }
}
