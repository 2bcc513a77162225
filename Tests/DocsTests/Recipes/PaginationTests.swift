import RatchetTesting

// The code of `Docs/Ratchet.docc/RecipePagination.md`.

@Suite("The recipe for pagination")
struct PaginationTests {
  struct Article: Equatable, Identifiable, Sendable { let id: Int }

  struct Page: Equatable, Sendable {
    var articles: [Article]
    var isLast = false
  }

  struct ArticleClient: TestDependencyKey {
    var page: @Sendable (_ number: Int) async throws -> Page = unimplemented("ArticleClient.page")
    static let testValue = ArticleClient()
  }

  struct Feed: Reducer {
    struct State: Equatable {
      var articles: IdentifiedArrayOf<Article> = []
      var nextPage = 1
      var loading: Loading = .idle
    }

    enum Loading: Equatable {
      /// To `loading` when the end of the list is reached.
      case idle
      /// To `idle`, `complete`, or `failed` with the answer.
      case loading
      /// To `loading` with a tap.
      case failed
      /// There are no more pages. To `loading` with a refresh, as from all others.
      case complete
    }

    enum Action: Equatable {
      case endReached, retryTapped, refreshPulled
      case loaded(Page, number: Int)
      case failed(number: Int)
    }

    enum CancelID { case load }

    @Dependency(ArticleClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .endReached where state.loading == .idle, .retryTapped where state.loading == .failed:
        return load(state.nextPage, &state)
      case .refreshPulled: return load(1, &state)
      case .loaded(let page, let number):
        if number == 1 { state.articles = [] }
        for article in page.articles { state.articles.updateOrAppend(article) }
        state.nextPage = number + 1
        state.loading = page.isLast ? .complete : .idle
      case .failed(let number):
        state.nextPage = number
        state.loading = .failed
      case .endReached, .retryTapped: break
      }
      return .none
    }

    private func load(_ number: Int, _ state: inout State) -> Effect<Action> {
      state.loading = .loading
      return .run(name: "page \(number)") { send in
        await send(.loaded(try await client.page(number), number: number))
      } catch: { _, send in
        await send(.failed(number: number))
      }
      .cancellable(id: CancelID.load, cancelInFlight: true)
    }
  }

  @Test @MainActor func pagesAreLoadedOnceAndRetried() async {
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0[ArticleClient.self].page = { Page(articles: [Article(id: $0)]) }
    }
    await store.send(.endReached) { $0.loading = .loading }
    await store.send(.endReached)
    await store.receive(.loaded(Page(articles: [Article(id: 1)]), number: 1)) {
      $0 = Feed.State(articles: [Article(id: 1)], nextPage: 2)
    }

    store.dependencies[ArticleClient.self].page = { _ in throw Offline() }
    await store.send(.endReached) { $0.loading = .loading }
    await store.receive(.failed(number: 2)) { $0.loading = .failed }
    await store.send(.endReached)

    store.dependencies[ArticleClient.self].page = { _ in
      Page(articles: [Article(id: 1), Article(id: 2)], isLast: true)
    }
    await store.send(.retryTapped) { $0.loading = .loading }
    await store.receive(Feed.Action.loaded) {
      $0 = Feed.State(
        articles: [Article(id: 1), Article(id: 2)], nextPage: 3, loading: .complete)
    }
    await store.send(.endReached)
  }

  @Test @MainActor func refreshCancelsAPageThatIsLoading() async {
    let report = await exploreSchedules(.all(deviations: 2)) { schedule in
      let store = TestStore(
        initialState: Feed.State(articles: [Article(id: 1)], nextPage: 2), schedule: schedule
      ) {
        Feed()
      } withDependencies: {
        $0[ArticleClient.self].page = { number in
          await Task.yield()
          return Page(articles: [Article(id: number * 10)])
        }
      }
      store.exhaustivity = .off
      await store.send(.endReached)
      await store.send(.refreshPulled)
      await store.finish()
      store.expect(\.articles, [Article(id: 10)])
    }
    #expect(report.isComplete)
  }

  @Test("keeps the articles when a refresh fails, and retries the first page")
  @MainActor func failedRefresh() async {
    let old = Feed.State(articles: [Article(id: 7)], nextPage: 5, loading: .complete)
    let store = TestStore(initialState: old) {
      Feed()
    } withDependencies: {
      $0[ArticleClient.self].page = { _ in throw Offline() }
    }
    await store.send(.refreshPulled) { $0.loading = .loading }
    await store.receive(.failed(number: 1)) {
      $0.nextPage = 1
      $0.loading = .failed
    }
    store.dependencies[ArticleClient.self].page = { Page(articles: [Article(id: $0)]) }
    await store.send(.retryTapped) { $0.loading = .loading }
    await store.receive(Feed.Action.loaded) {
      $0 = Feed.State(articles: [Article(id: 1)], nextPage: 2)
    }
  }

  @Test("asks for each page once, however often the end is reached")
  @MainActor func noDoubleLoads() async {
    let numbers = Calls<Int>()
    let store = TestStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0[ArticleClient.self].page = {
        @Dependency(\.continuousClock) var clock
        numbers.append($0)
        try await clock.sleep(for: .seconds(1))
        return Page(articles: [Article(id: $0)], isLast: $0 == 2)
      }
    }
    store.exhaustivity = .off
    for _ in 1...3 {
      for _ in 1...3 { await store.send(.endReached) }
      await store.advance(by: .seconds(1))
    }
    await store.finish()
    #expect(numbers.values == [1, 2])
  }
}
